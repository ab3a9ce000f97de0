//! How values are compared: by what they are, and by whether an instant in them may be known as a window alone.

use serde::Serialize;

use super::{Instants, Lowering};
use crate::ir::{EntityId, Type};

/// Which comparison is meant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum Compared {
    /// Truths.
    Truths,
    /// 64-bit integers.
    Integers,
    /// Doubles; there is one zero.
    Floats,
    /// Durations that are known, which are 64-bit integers.
    Durations,
    /// Durations of which some may be known as windows alone: those between two instants.
    DurationWindows,
    /// Texts, by code point.
    Texts,
    /// Identifiers, as texts.
    Uuids,
    /// Values of one enum, by name.
    EnumValues,
    /// Instants that are known.
    Instants,
    /// Instants that may be known as windows alone.
    Windows,
    /// Options: `none` is only equal to itself.
    Options(Box<Compared>),
    /// Records and collections, part by part.
    Structures(Hidden),
    /// Values of which nobody knows what they are.
    Unknown,
}

/// Where in a structure there are instants that may be known as windows alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Hidden {
    /// Nowhere.
    Nowhere,
    /// In fields, elements of sequences, or values at keys: beside the one that each is compared with.
    InPlace,
    /// In elements of sets or in keys, where the partner has to be found first.
    InSets,
}

impl Compared {
    /// Whether something is compared that may be known as a window alone: an instant, or a duration between two of them. What is
    /// stored of durations is known, so none is hidden in a structure.
    pub fn has_windows(&self) -> bool {
        match self {
            Compared::Windows | Compared::DurationWindows | Compared::Structures(Hidden::InPlace | Hidden::InSets) => {
                true
            }
            Compared::Options(inner) => inner.has_windows(),
            Compared::Structures(Hidden::Nowhere)
            | Compared::Truths
            | Compared::Integers
            | Compared::Floats
            | Compared::Durations
            | Compared::Texts
            | Compared::Uuids
            | Compared::EnumValues
            | Compared::Instants
            | Compared::Unknown => false,
        }
    }

    /// Whether such an instant stands in an element of a set or in a key.
    pub fn has_windows_in_sets(&self) -> bool {
        match self {
            Compared::Structures(Hidden::InSets) => true,
            Compared::Options(inner) => inner.has_windows_in_sets(),
            Compared::Structures(Hidden::Nowhere | Hidden::InPlace)
            | Compared::Windows
            | Compared::Truths
            | Compared::Integers
            | Compared::Floats
            | Compared::Durations
            | Compared::DurationWindows
            | Compared::Texts
            | Compared::Uuids
            | Compared::EnumValues
            | Compared::Instants
            | Compared::Unknown => false,
        }
    }
}

impl Lowering<'_> {
    /// How values of a type are compared.
    pub(super) fn compared(&self, ty: &Type) -> Compared {
        match ty {
            Type::Bool => Compared::Truths,
            Type::Int => Compared::Integers,
            Type::Float => Compared::Floats,
            Type::Duration => match self.instants {
                Instants::Known => Compared::Durations,
                Instants::Windows => Compared::DurationWindows,
            },
            Type::String => Compared::Texts,
            Type::Uuid => Compared::Uuids,
            Type::Enum(_) => Compared::EnumValues,
            Type::DateTime => match self.instants {
                Instants::Known => Compared::Instants,
                Instants::Windows => Compared::Windows,
            },
            Type::Option(inner) => Compared::Options(Box::new(self.compared(inner))),
            Type::Entity(_) | Type::Set(_) | Type::Seq(_) | Type::Map(..) | Type::Multi(..) => {
                Compared::Structures(self.hidden(ty))
            }
            Type::Unknown => Compared::Unknown,
        }
    }

    /// How the elements of a collection are compared, or its keys.
    pub(super) fn compared_elements(&self, ty: &Type) -> Compared {
        self.compared(ty.element().unwrap_or(&Type::Unknown))
    }

    fn hidden(&self, ty: &Type) -> Hidden {
        if self.instants == Instants::Known || !self.holds_instant(ty) {
            Hidden::Nowhere
        } else if self.has_instants_in_sets(ty) {
            Hidden::InSets
        } else {
            Hidden::InPlace
        }
    }

    /// Whether an instant can be in an element of a set or in a key, somewhere inside a value of a type.
    fn has_instants_in_sets(&self, ty: &Type) -> bool {
        self.any_part(ty, &mut Vec::new(), &|this, part| match part {
            Type::Set(element) => this.holds_instant(element),
            Type::Map(key, _) => this.holds_instant(key),
            Type::Multi(key, value) => this.holds_instant(key) || this.holds_instant(value),
            Type::Bool
            | Type::Int
            | Type::Float
            | Type::String
            | Type::DateTime
            | Type::Duration
            | Type::Uuid
            | Type::Enum(_)
            | Type::Entity(_)
            | Type::Seq(_)
            | Type::Option(_)
            | Type::Unknown => false,
        })
    }

    fn holds_instant(&self, ty: &Type) -> bool {
        self.any_part(ty, &mut Vec::new(), &|_, part| *part == Type::DateTime)
    }

    fn any_part(&self, ty: &Type, seen: &mut Vec<EntityId>, test: &dyn Fn(&Self, &Type) -> bool) -> bool {
        test(self, ty)
            || match ty {
                Type::Entity(id) => {
                    let known = seen.contains(id);
                    seen.push(*id);
                    let fields = &self.service.entity(*id).fields;
                    !known && fields.iter().any(|field| self.any_part(&field.ty.ty, seen, test))
                }
                Type::Set(inner) | Type::Seq(inner) | Type::Option(inner) => self.any_part(inner, seen, test),
                Type::Map(key, value) | Type::Multi(key, value) => {
                    self.any_part(key, seen, test) || self.any_part(value, seen, test)
                }
                Type::Bool
                | Type::Int
                | Type::Float
                | Type::String
                | Type::DateTime
                | Type::Duration
                | Type::Uuid
                | Type::Enum(_)
                | Type::Unknown => false,
            }
    }
}
