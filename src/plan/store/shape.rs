//! What JSON is made of, as one line: so that a change of it is noticed although its column stays the same.

use crate::ir::{EntityId, Service, Type};

/// The shape of a type's values on the wire. An entity inside itself is only named.
pub(super) fn shape(service: &Service, ty: &Type, inside: &mut Vec<EntityId>) -> String {
    match ty {
        Type::Bool => "Bool".into(),
        Type::Int => "Int".into(),
        Type::Float => "Float".into(),
        Type::String => "String".into(),
        Type::DateTime => "DateTime".into(),
        Type::Duration => "Duration".into(),
        Type::Uuid => "UUID".into(),
        Type::Unknown => "?".into(),
        Type::Enum(id) => {
            let values = &service.enumeration(*id).values;
            format!("({})", values.iter().map(|value| value.name.as_str()).collect::<Vec<_>>().join(" | "))
        }
        Type::Entity(id) => entity(service, *id, inside),
        Type::Option(inner) => format!("Option[{}]", shape(service, inner, inside)),
        Type::Set(inner) => format!("Set[{}]", shape(service, inner, inside)),
        Type::Seq(inner) => format!("Seq[{}]", shape(service, inner, inside)),
        Type::Map(key, value) | Type::Multi(key, value) => {
            let [key, value] = [key, value].map(|part| shape(service, part, inside));
            format!("Map[{key}, {value}]")
        }
    }
}

fn entity(service: &Service, id: EntityId, inside: &mut Vec<EntityId>) -> String {
    if inside.contains(&id) {
        return service.entity(id).name.to_string();
    }
    inside.push(id);
    let fields = service.entity(id).fields.iter();
    let fields: Vec<String> =
        fields.map(|field| format!("{}: {}", field.name, shape(service, &field.ty.ty, inside))).collect();
    inside.pop();
    format!("{{{}}}", fields.join(", "))
}
