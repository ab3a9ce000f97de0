//! Connections: accepting them, bounding them, and letting them go when the server stops.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::Request;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::Service;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::limits::{HEAD_TIMEOUT, MAX_CONNECTIONS, MAX_HEAD, MAX_HEADERS, OTHER_FILES, STOP_TIMEOUT, WAIT_TIMEOUT};
use super::seats::{Seat, Seats};
use super::server::{Server, handle};

/// How long to wait before accepting again where the system has run out of something.
const BREATH: Duration = Duration::from_millis(50);

/// How often connections that have waited too long are looked for.
const SWEEP: Duration = Duration::from_secs(1);

/// What tells the server to stop.
pub(super) struct Signals {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
}

impl Signals {
    /// From now on the signals reach us instead of ending the process.
    #[cfg(unix)]
    pub(super) fn listen() -> std::io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    /// From now on the signals reach us instead of ending the process.
    #[cfg(not(unix))]
    pub(super) fn listen() -> std::io::Result<Signals> {
        Ok(Signals {})
    }

    #[cfg(unix)]
    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }

    #[cfg(not(unix))]
    async fn next(&mut self) {
        let _ = tokio::signal::ctrl_c().await;
    }
}

/// Binds a host and a port, and says what was bound.
pub(super) async fn bind(host: &str, port: u16) -> std::io::Result<(TcpListener, SocketAddr)> {
    let listener = TcpListener::bind((host, port)).await?;
    let address = listener.local_addr()?;
    Ok((listener, address))
}

/// Serves until a signal arrives, then lets running calls finish. A second signal does not wait for them.
pub(super) async fn serve(server: Arc<Server>, listener: TcpListener, mut signals: Signals) {
    let connections = GracefulShutdown::new();
    let door = Door::new();
    let mut sweep = tokio::time::interval(SWEEP);
    let service = TowerToHyperService::new(Router::new().fallback(handle).with_state(Arc::clone(&server)));
    let protocol = protocol();
    loop {
        let (stream, permit) = tokio::select! {
            () = signals.next() => break,
            _ = sweep.tick() => {
                door.seats.free_those_after(WAIT_TIMEOUT);
                continue;
            }
            accepted = door.accept(&listener) => accepted,
        };
        let seat = door.seats.seat();
        let seated = Seated { seat: Arc::clone(&seat), service: service.clone() };
        let connection = protocol.serve_connection(TokioIo::new(stream), seated);
        let connection = connections.watch(connection);
        tokio::spawn(async move {
            // What goes wrong with a connection concerns nobody but its caller.
            tokio::select! {
                _ = connection => {}
                () = seat.left() => {}
            }
            drop(permit);
        });
    }
    server.stop();
    drop(listener);
    tokio::select! {
        _ = tokio::time::timeout(STOP_TIMEOUT, connections.shutdown()) => {}
        () = signals.next() => {}
    }
}

/// The service for one connection, which is at work from the head of a request to its answer.
struct Seated {
    seat: Arc<Seat>,
    service: TowerToHyperService<Router>,
}

impl Service<Request<Incoming>> for Seated {
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn call(&self, mut request: Request<Incoming>) -> Self::Future {
        let seat = Arc::clone(&self.seat);
        seat.work();
        request.extensions_mut().insert(Arc::clone(&seat));
        let answer = self.service.call(request);
        Box::pin(async move {
            let answer = answer.await;
            seat.wait();
            answer
        })
    }
}

/// The bounds of a connection. Our own, tighter ones come first, because they are answered with a problem document.
fn protocol() -> http1::Builder {
    let mut protocol = http1::Builder::new();
    protocol
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_headers(2 * MAX_HEADERS)
        .max_buf_size(4 * MAX_HEAD);
    protocol
}

/// Where connections come in.
struct Door {
    permits: Arc<Semaphore>,
    seats: Arc<Seats>,
}

impl Door {
    fn new() -> Door {
        Door { permits: Arc::new(Semaphore::new(most_connections())), seats: Arc::default() }
    }

    /// The next connection. Where there is no room for it, another one that waits goes.
    async fn accept(&self, listener: &TcpListener) -> (TcpStream, Option<OwnedSemaphorePermit>) {
        loop {
            match listener.accept().await {
                Ok((stream, _)) => {
                    let _ = stream.set_nodelay(true);
                    return (stream, self.permit().await);
                }
                Err(_) => {
                    self.seats.free_one();
                    tokio::time::sleep(BREATH).await;
                }
            }
        }
    }

    async fn permit(&self) -> Option<OwnedSemaphorePermit> {
        loop {
            let permit = Arc::clone(&self.permits).try_acquire_owned();
            if permit.is_ok() {
                return permit.ok();
            }
            self.seats.free_one();
            let freed = Arc::clone(&self.permits).acquire_owned();
            if let Ok(permit) = tokio::time::timeout(BREATH, freed).await {
                return permit.ok();
            }
        }
    }
}

/// How many connections there may be, so that files are left for everything else.
fn most_connections() -> usize {
    use rustix::process::{Resource, getrlimit};
    let files = getrlimit(Resource::Nofile).current.and_then(|files| usize::try_from(files).ok());
    files.map_or(MAX_CONNECTIONS, |files| files.saturating_sub(OTHER_FILES).clamp(1, MAX_CONNECTIONS))
}
