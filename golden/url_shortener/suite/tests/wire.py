"""The types of UrlShortener: how their values travel, and which refinements they carry."""

from tests import clauses, model, parts
from tests.harness.types import DATETIME, INT, STRING, Alias, Entity, Field, Option, Rule

SHORT_CODE = Alias(
    "ShortCode",
    STRING,
    Rule("ShortCode.where", "value matches /^[A-Za-z0-9]{6,10}$/", "url_shortener.spec:3", clauses.short_code_where),
)

LONG_URL = Alias(
    "LongURL",
    STRING,
    Rule(
        "LongURL.where",
        "len(value) <= 2048 and isValidURI(value)",
        "url_shortener.spec:5",
        clauses.long_url_where,
        parts=parts.long_url_where,
    ),
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
            Rule(
                "UrlMapping.click_count.where",
                "value >= 0",
                "url_shortener.spec:11",
                clauses.url_mapping_click_count_where,
            ),
        ),
        Field("last_visited_at", "last_visited_at", Option(DATETIME), None),
    ),
    invariants=(
        Rule(
            "UrlMapping.visitedIffClicked",
            "click_count > 0 iff last_visited_at != none",
            "url_shortener.spec:13",
            clauses.url_mapping_visited_iff_clicked,
            parts=parts.url_mapping_visited_iff_clicked,
        ),
    ),
)
