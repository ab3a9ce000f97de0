//! Connections: accepting them, bounding them, and letting them go when the server stops.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::limits::{HEAD_TIMEOUT, MAX_CONNECTIONS, MAX_HEAD, MAX_HEADERS, STOP_TIMEOUT};
use super::server::{Server, handle};

/// How long to wait before accepting again where the system has run out of something.
const BREATH: Duration = Duration::from_millis(50);

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
    let permits = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let service = TowerToHyperService::new(Router::new().fallback(handle).with_state(Arc::clone(&server)));
    let protocol = protocol();
    loop {
        let (stream, permit) = tokio::select! {
            () = signals.next() => break,
            accepted = accept(&listener, &permits) => accepted,
        };
        let connection = protocol.serve_connection(TokioIo::new(stream), service.clone());
        let connection = connections.watch(connection);
        tokio::spawn(async move {
            // What goes wrong with a connection concerns nobody but its caller.
            let _ = connection.await;
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

/// The next connection, once there is room for one.
async fn accept(listener: &TcpListener, permits: &Arc<Semaphore>) -> (TcpStream, Option<OwnedSemaphorePermit>) {
    let permit = Arc::clone(permits).acquire_owned().await.ok();
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                let _ = stream.set_nodelay(true);
                return (stream, permit);
            }
            Err(_) => tokio::time::sleep(BREATH).await,
        }
    }
}
