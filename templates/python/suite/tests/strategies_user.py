"""Your own strategies. This file is yours: it is written once and never again.

A rule such as `Email.strategy = "tests.strategies_user:valid_email"` in the conventions of the spec makes the suite
draw its values here:

    def valid_email() -> SearchStrategy[str]:
        return st.from_regex(r"[a-z]{1,8}@example\\.org", fullmatch=True)
"""
