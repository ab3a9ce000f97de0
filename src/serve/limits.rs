//! Bounds on what one caller can make the server do.

use std::time::Duration;

/// The largest request body, unless the command line says otherwise.
pub const MAX_BODY: usize = 1 << 20;

/// The largest body of an admin request: a whole state travels in one.
pub(super) const MAX_ADMIN_BODY: usize = 256 << 20;

/// The most header fields of a request that is answered with a problem document. Twice as many and the connection is
/// closed with a bare 431.
pub(super) const MAX_HEADERS: usize = 100;

/// The most bytes of a request's target and header fields, with the same margin.
pub(super) const MAX_HEAD: usize = 32 << 10;

/// How deep JSON may nest.
pub(super) const MAX_DEPTH: usize = 64;

/// How long a caller may take to send the head of a request, and how long a connection may be idle.
pub(super) const HEAD_TIMEOUT: Duration = Duration::from_secs(30);

/// How long a caller may take to send a body.
pub(super) const BODY_TIMEOUT: Duration = Duration::from_secs(30);

/// How long calls that are running when the server is asked to stop may take to finish.
pub(super) const STOP_TIMEOUT: Duration = Duration::from_secs(10);

/// The most connections at once. Another one takes the place of the one that has waited longest for its caller.
pub(super) const MAX_CONNECTIONS: usize = 1024;

/// How many files the server needs beside its connections.
pub(super) const OTHER_FILES: usize = 64;

/// How long a connection may wait for its caller, whatever for: also until an answer is taken.
pub(super) const WAIT_TIMEOUT: Duration = Duration::from_secs(60);
