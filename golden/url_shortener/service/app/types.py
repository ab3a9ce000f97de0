"""The types of UrlShortener: how their values travel, and which refinements they carry."""

from app import model, rules
from app.runtime.types import DATETIME, INT, STRING, Alias, Entity, Field, Option, Rule

SHORT_CODE = Alias(
    "ShortCode",
    STRING,
    Rule("the refinement of `ShortCode`", "value matches /^[A-Za-z0-9]{6,10}$/", rules.short_code_where),
)

LONG_URL = Alias(
    "LongURL",
    STRING,
    Rule("the refinement of `LongURL`", "len(value) <= 2048 and isValidURI(value)", rules.long_url_where),
)

URL_MAPPING = Entity(
    "UrlMapping",
    model.UrlMapping,
    lambda: (
        Field("code", "code", SHORT_CODE, None),
        Field("url", "url", LONG_URL, None),
        Field("created_at", "created_at", DATETIME, None),
        Field(
            "click_count",
            "click_count",
            INT,
            Rule("the refinement of `UrlMapping.click_count`", "value >= 0", rules.url_mapping_click_count_where),
        ),
        Field("last_visited_at", "last_visited_at", Option(DATETIME), None),
    ),
    invariants=(
        Rule(
            "the invariant `visitedIffClicked` of `UrlMapping`",
            "click_count > 0 iff last_visited_at != none",
            rules.url_mapping_visited_iff_clicked,
        ),
    ),
)
