//! A spec as it is served: its machine, its routes, and everything that can be made before the first request.

use std::sync::Arc;

use axum::body::Bytes;
use axum::http::{HeaderName, StatusCode};

use super::choices::Choices;
use super::security::{Guard, credential_variable};
use super::store::Store;
use super::{Loaded, ServeError};
use crate::convention::{Api, InputPlace, Route};
use crate::interp::{Clause, Machine, State};
use crate::ir::{Expr, OperationId, Service};
use crate::openapi;
use crate::plan::service::{Seed, seeds};

/// A spec that is being served, with its state.
pub(super) struct Spec {
    /// The typed service.
    pub(super) service: Arc<Service>,
    /// What runs it.
    pub(super) machine: Machine,
    /// How its operations are called.
    pub(super) api: Api,
    /// What answers need, by operation.
    pub(super) calls: Vec<CallPlan>,
    /// Who may call.
    pub(super) guard: Guard,
    /// The rows that can be seeded.
    pub(super) seeds: Vec<Seed>,
    /// The OpenAPI document.
    pub(super) openapi: Bytes,
    /// The state it begins with.
    pub(super) initial: State,
    /// The state.
    pub(super) store: Store,
    /// Where its choices come from.
    pub(super) choices: Choices,
}

/// What is known of every call of an operation.
pub(super) struct CallPlan {
    /// The status of a success.
    pub(super) status: StatusCode,
    /// Whether it leaves the state as it is.
    pub(super) is_read_only: bool,
    /// Whether an input travels in the query.
    pub(super) has_query: bool,
    /// The headers of a success.
    pub(super) headers: Vec<(HeaderName, Expr)>,
}

impl CallPlan {
    fn of(route: &Route) -> CallPlan {
        let header = |header: &crate::convention::Header| {
            let name = HeaderName::from_bytes(header.name.as_bytes()).ok()?;
            Some((name, header.value.clone()))
        };
        CallPlan {
            status: StatusCode::from_u16(route.status).unwrap_or(StatusCode::OK),
            is_read_only: route.kind.is_read_only(),
            has_query: route.inputs.contains(&InputPlace::Query),
            headers: route.headers.iter().filter_map(header).collect(),
        }
    }
}

impl Spec {
    /// Prepares a spec; its state is the initial one.
    pub(super) fn new(Loaded { service, api }: Loaded) -> Result<Spec, ServeError> {
        let service = Arc::new(service);
        let machine = Machine::new(Arc::clone(&service));
        let initial = machine.initial().map_err(|finding| ServeError::NoInitialState(finding.message(&service)))?;
        let open = machine.bodies().iter().filter(|body| body.may_find_nothing(&service));
        let open: Vec<OperationId> = open.map(|body| body.operation).collect();
        let document = openapi::to_json(&openapi::document_without(&service, &api, &open));
        Ok(Spec {
            calls: api.routes.iter().map(CallPlan::of).collect(),
            guard: Guard::new(&service, &|name| std::env::var(name).ok()),
            seeds: seeds(&service),
            openapi: Bytes::from(document),
            store: Store::new(initial.clone(), 0, None),
            service,
            machine,
            api,
            initial,
            choices: Choices::default(),
        })
    }

    /// The plan of an operation.
    pub(super) fn plan(&self, operation: OperationId) -> Option<&CallPlan> {
        self.calls.get(operation.index())
    }

    /// What whoever starts the server should know: what does not work, and why.
    pub(super) fn notices(&self) -> Vec<String> {
        let bodies = self.service.operations.iter().enumerate().zip(self.machine.bodies());
        let holes = bodies.filter_map(|((at, operation), body)| {
            let hole = body.hole.as_ref()?;
            let clause = Clause::Ensures(OperationId(at as u32), hole.clause).text(&self.service);
            Some(format!("warning: {} answers 501: {} (`{clause}`)", operation.name, hole.reason))
        });
        let closed = self.guard.closed().filter_map(|index| self.service.schemes.get(index));
        let closed = closed.map(|scheme| {
            format!("note: {} is not set, so nobody passes the scheme `{}`", credential_variable(scheme), scheme.name)
        });
        holes.chain(closed).collect()
    }
}
