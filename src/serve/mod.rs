//! The reference server: the interpreter behind HTTP. What an operation means is decided in `interp`, how it is called
//! in `convention`; here is everything between a socket and those two, and the data file.

mod admin;
mod body;
mod call;
mod choices;
mod data;
mod journal;
mod json;
mod limits;
mod listen;
mod problem;
mod records;
mod reload;
mod seats;
mod security;
mod seed;
mod server;
mod spec;
mod store;
mod target;

pub use data::DataError;
pub use limits::MAX_BODY;
pub use security::credential_variable;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use self::choices::Choices;
use self::data::DataFile;
use self::journal::{Journal, Offer};
use self::listen::Signals;
use self::server::Server;
use self::spec::Spec;
use self::store::Store;
use crate::convention::Api;
use crate::ir::Service;

/// How often the spec is looked at for changes.
const POLL: Duration = Duration::from_millis(300);

/// The fewest threads that answer requests, so that one long call does not silence the server.
const MIN_THREADS: usize = 4;

/// A spec that can be served.
pub struct Loaded {
    /// The typed service.
    pub service: Service,
    /// How its operations are called.
    pub api: Api,
}

/// How to serve.
#[derive(Debug, Clone)]
pub struct Options {
    /// The host to listen on.
    pub host: String,
    /// The port to listen on; 0 takes a free one.
    pub port: u16,
    /// Where the state is kept, if anywhere.
    pub data: Option<PathBuf>,
    /// The largest request body, in bytes.
    pub max_body: usize,
    /// Makes the service's choices repeatable, and known to whoever knows the seed.
    pub seed: Option<u64>,
}

/// What became of a spec since it was last looked at.
pub enum Reload {
    /// Nothing.
    Unchanged,
    /// It changed, and cannot be served: the text says why.
    Unusable(String),
    /// It changed.
    Changed(Box<Loaded>),
}

/// Looks whether a spec has changed.
pub type Watch = Box<dyn FnMut() -> Reload + Send>;

/// What the server says.
#[derive(Debug, Clone, Copy)]
pub enum Line<'l> {
    /// It listens at this address.
    Listening(&'l str),
    /// Something that whoever started it should know.
    Note(&'l str),
}

/// Where the server's lines go.
pub type Voice = Arc<dyn Fn(Line<'_>) + Send + Sync>;

/// Why the server did not start, or did not end well.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The spec has no initial state.
    #[error("the service has no initial state: {0}")]
    NoInitialState(String),
    /// The data file cannot be used.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The last calls could not be written.
    #[error("the data file could not be written: {0}")]
    Unwritten(String),
    /// The address cannot be had.
    #[error("cannot listen on {host} port {port}: {error}{}", hint(.error))]
    Listen {
        /// The host.
        host: String,
        /// The port.
        port: u16,
        /// What the system said.
        error: std::io::Error,
    },
    /// The system does not give us threads or signals.
    #[error("cannot start: {0}")]
    System(std::io::Error),
}

fn hint(error: &std::io::Error) -> &'static str {
    if error.kind() == std::io::ErrorKind::AddrInUse { "; `--port 0` takes a free port" } else { "" }
}

/// Serves a spec until a signal ends it.
pub fn run(loaded: Loaded, options: &Options, watch: Option<Watch>, voice: &Voice) -> Result<(), ServeError> {
    let mut spec = Spec::new(loaded)?;
    spec.choices = Choices { seed: options.seed };
    spec.notices().iter().for_each(|notice| voice(Line::Note(notice)));
    let journal = options.data.as_deref().map(|path| open(path, &mut spec)).transpose()?;
    let server = Arc::new(Server::new(Arc::new(spec), journal, options.max_body));
    let runtime = runtime().map_err(ServeError::System)?;
    let served = runtime.block_on(listen_and_serve(&server, options, watch, voice));
    runtime.shutdown_background();
    let closed = server.journal.as_ref().map_or(Ok(()), Journal::close);
    served.and(closed.map_err(|failed| ServeError::Unwritten(failed.0)))
}

/// Takes the state from a data file.
fn open(path: &std::path::Path, spec: &mut Spec) -> Result<Journal, ServeError> {
    let now = spec.store.snapshot().now;
    let check = |state: &_| spec.machine.check_state(state, now).map_err(|finding| finding.message(&spec.service));
    let (file, state) = DataFile::open(path, &spec.service, &spec.initial, &check)?;
    spec.store = Store::new(state.clone(), 0, None);
    Ok(Journal::start(file, Offer { version: 0, service: Arc::clone(&spec.service), state }))
}

fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).max(MIN_THREADS);
    tokio::runtime::Builder::new_multi_thread().worker_threads(threads).enable_all().build()
}

async fn listen_and_serve(
    server: &Arc<Server>,
    options: &Options,
    watch: Option<Watch>,
    voice: &Voice,
) -> Result<(), ServeError> {
    let Options { host, port, data: _, max_body: _, seed: _ } = options;
    let signals = Signals::listen().map_err(ServeError::System)?;
    let bound = listen::bind(host, *port).await;
    let (listener, address) = bound.map_err(|error| ServeError::Listen { host: host.clone(), port: *port, error })?;
    if !address.ip().is_loopback() && server.gate.is_unprotected() {
        voice(Line::Note("warning: the admin contract is open to the network; set TEST_ADMIN_TOKEN to protect it"));
    }
    if let Some(watch) = watch {
        follow(server, watch, voice).map_err(ServeError::System)?;
    }
    voice(Line::Listening(&format!("serving {} on http://{address}", server.current().service.name)));
    listen::serve(Arc::clone(server), listener, signals).await;
    Ok(())
}

/// Follows the spec on a thread of its own, for as long as the server is there.
fn follow(server: &Arc<Server>, mut watch: Watch, voice: &Voice) -> std::io::Result<()> {
    let (server, voice) = (Arc::downgrade(server), Arc::clone(voice));
    let look = move || {
        loop {
            std::thread::sleep(POLL);
            let Some(server) = server.upgrade() else { return };
            match watch() {
                Reload::Unchanged => {}
                Reload::Unusable(why) => voice(Line::Note(&format!("{why}\nthe old spec goes on"))),
                Reload::Changed(loaded) => match reload::reload(&server, *loaded) {
                    Ok(lines) => lines.iter().for_each(|line| voice(Line::Note(line))),
                    Err(why) => voice(Line::Note(&format!("{why}; the old spec goes on"))),
                },
            }
        }
    };
    std::thread::Builder::new().name("watch".into()).spawn(look).map(drop)
}
