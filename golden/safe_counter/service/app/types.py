"""The types of SafeCounter: how their values travel, and which refinements they carry."""
