//! As much of JSON Schema as the schema of SARIF uses. A keyword that is not known here is itself a fault, so
//! that nothing goes unchecked in silence; `format` is left to the tests that look at URIs.

use regex::Regex;
use serde_json::Value;

/// Every way in which a value breaks a schema, each with its path.
pub fn faults(root: &Value, value: &Value) -> Vec<String> {
    let mut checker = Checker { root, faults: Vec::new() };
    checker.value(root, value, "$");
    checker.faults
}

struct Checker<'a> {
    root: &'a Value,
    faults: Vec<String>,
}

impl Checker<'_> {
    fn value(&mut self, schema: &Value, value: &Value, path: &str) {
        for (keyword, rule) in schema.as_object().unwrap() {
            if !self.holds(schema, keyword, rule, value, path) {
                self.faults.push(format!("{path}: {keyword} {rule}, found {value}"));
            }
        }
    }

    fn holds(&mut self, schema: &Value, keyword: &str, rule: &Value, value: &Value, path: &str) -> bool {
        match keyword {
            "$ref" => self.reference(rule, value, path),
            "type" => has_type(rule.as_str().unwrap(), value),
            "enum" => rule.as_array().unwrap().contains(value),
            "required" => {
                rule.as_array().unwrap().iter().all(|key| value.get(key.as_str().unwrap()).is_some())
            }
            "minimum" => value.as_i64().is_none_or(|number| number >= rule.as_i64().unwrap()),
            "maximum" => value.as_i64().is_none_or(|number| number <= rule.as_i64().unwrap()),
            "minItems" => value.as_array().is_none_or(|items| items.len() as u64 >= rule.as_u64().unwrap()),
            "uniqueItems" => rule == false || value.as_array().is_none_or(|items| distinct(items)),
            "pattern" => {
                value.as_str().is_none_or(|text| Regex::new(rule.as_str().unwrap()).unwrap().is_match(text))
            }
            "properties" => self.properties(rule, value, path),
            "additionalProperties" => self.additional(schema, rule, value, path),
            "items" => self.items(rule, value, path),
            "anyOf" => self.matching(rule, value) >= 1,
            "oneOf" => self.matching(rule, value) == 1,
            "description" | "default" | "format" | "title" | "$schema" | "$id" | "definitions" => true,
            _ => false,
        }
    }

    fn reference(&mut self, rule: &Value, value: &Value, path: &str) -> bool {
        let pointer = rule.as_str().unwrap().strip_prefix('#').unwrap();
        let root = self.root;
        self.value(root.pointer(pointer).unwrap(), value, path);
        true
    }

    fn properties(&mut self, rule: &Value, value: &Value, path: &str) -> bool {
        for (key, schema) in rule.as_object().unwrap() {
            if let Some(member) = value.get(key) {
                self.value(schema, member, &format!("{path}.{key}"));
            }
        }
        true
    }

    fn additional(&mut self, schema: &Value, rule: &Value, value: &Value, path: &str) -> bool {
        let known = |key: &String| schema["properties"].get(key).is_some();
        let members = value.as_object().into_iter().flatten();
        let others: Vec<(&String, &Value)> = members.filter(|(key, _)| !known(key)).collect();
        if rule.is_object() {
            others.iter().for_each(|(key, member)| self.value(rule, member, &format!("{path}.{key}")));
        }
        rule != false || others.is_empty()
    }

    fn items(&mut self, rule: &Value, value: &Value, path: &str) -> bool {
        for (index, item) in value.as_array().into_iter().flatten().enumerate() {
            self.value(rule, item, &format!("{path}[{index}]"));
        }
        true
    }

    fn matching(&self, rule: &Value, value: &Value) -> usize {
        let fits = |schema: &&Value| {
            let mut inner = Checker { root: self.root, faults: Vec::new() };
            inner.value(schema, value, "");
            inner.faults.is_empty()
        };
        rule.as_array().unwrap().iter().filter(fits).count()
    }
}

fn has_type(name: &str, value: &Value) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        _ => false,
    }
}

fn distinct(items: &[Value]) -> bool {
    items.iter().enumerate().all(|(index, item)| !items[..index].contains(item))
}
