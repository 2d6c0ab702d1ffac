//! Asks a push service, by HTTPS and at an address of the internet.
//!
//! The name is looked up here, and only what was looked up and found public is connected to, so
//! that a name cannot be another machine a moment later.
//! Nobody is followed to another address.

use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::address::{Endpoint, is_public};

/// How long a push service may take to answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// What a push service answers, as far as it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The status.
    pub status: StatusCode,
    /// How long it asks to wait.
    pub wait: Option<Duration>,
}

/// Why there was no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// It could not be reached, or did not answer in time.
    Unreachable,
    /// It is no server of the internet.
    NotPublic,
}

/// Asks push services.
pub struct Client {
    tls: TlsConnector,
    /// Whether what only this machine can reach is asked, too, and without TLS; for tests.
    anywhere: bool,
}

impl Client {
    /// A client that trusts whom this machine trusts.
    pub fn new() -> Client {
        let mut roots = RootCertStore::empty();
        let found = rustls_native_certs::load_native_certs();
        roots.add_parsable_certificates(found.certs);
        if roots.is_empty() {
            tracing::warn!("this machine trusts nobody, so no push service can be asked");
        }
        Client::trusting(roots, false)
    }

    /// A client that trusts these; `anywhere` asks what only this machine can reach, too, for tests.
    pub fn trusting(roots: RootCertStore, anywhere: bool) -> Client {
        let provider = Arc::new(ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("the provider has the usual versions")
            .with_root_certificates(roots)
            .with_no_client_auth();
        Client { tls: TlsConnector::from(Arc::new(config)), anywhere }
    }

    /// Whether what only this machine can reach is asked, too.
    pub fn goes_anywhere(&self) -> bool {
        self.anywhere
    }

    /// Sends something to an endpoint.
    ///
    /// # Errors
    ///
    /// If there is no answer.
    pub async fn post(
        &self,
        endpoint: &Endpoint,
        headers: &[(&'static str, String)],
        body: Vec<u8>,
    ) -> Result<Answered, NoAnswer> {
        let posted = timeout(PATIENCE, self.post_now(endpoint, headers, body)).await;
        posted.unwrap_or(Err(NoAnswer::Unreachable))
    }

    async fn post_now(
        &self,
        endpoint: &Endpoint,
        headers: &[(&'static str, String)],
        body: Vec<u8>,
    ) -> Result<Answered, NoAnswer> {
        let mut request = Request::post(&endpoint.path)
            .header(header::HOST, endpoint.authority())
            .header(header::CONTENT_LENGTH, body.len());
        for (name, value) in headers {
            request = request.header(*name, value);
        }
        let request = request.body(Body::from(body)).map_err(|_| NoAnswer::Unreachable)?;
        let stream = self.connect(endpoint).await?;
        if !endpoint.is_https {
            return ask(stream, request).await;
        }
        let name = ServerName::try_from(endpoint.host.clone()).map_err(|_| NoAnswer::Unreachable)?;
        let stream = self.tls.connect(name, stream).await.map_err(|_| NoAnswer::Unreachable)?;
        ask(stream, request).await
    }

    async fn connect(&self, endpoint: &Endpoint) -> Result<TcpStream, NoAnswer> {
        let found = lookup_host((endpoint.host.as_str(), endpoint.port)).await;
        let found: Vec<SocketAddr> = found.map_err(|_| NoAnswer::Unreachable)?.collect();
        let may_ask = |address: &&SocketAddr| self.anywhere || is_public(address.ip());
        let mut public = found.iter().filter(may_ask).peekable();
        if public.peek().is_none() && !found.is_empty() {
            return Err(NoAnswer::NotPublic);
        }
        for address in public {
            if let Ok(stream) = TcpStream::connect(address).await {
                return Ok(stream);
            }
        }
        Err(NoAnswer::Unreachable)
    }
}

impl Default for Client {
    fn default() -> Client {
        Client::new()
    }
}

/// Sends a request over a connection; what the answer says beyond its head is not read.
async fn ask(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Body>,
) -> Result<Answered, NoAnswer> {
    let (mut sender, connection) =
        http1::handshake(TokioIo::new(stream)).await.map_err(|_| NoAnswer::Unreachable)?;
    let (mut answer, mut connection) = (pin!(sender.send_request(request)), pin!(connection));
    let answer = tokio::select! {
        biased;
        answer = &mut answer => answer,
        // It may have ended with the answer.
        _ = &mut connection => answer.await,
    };
    let answer = answer.map_err(|_| NoAnswer::Unreachable)?;
    let wait = answer.headers().get(header::RETRY_AFTER).and_then(|wait| wait.to_str().ok()?.parse().ok());
    Ok(Answered { status: answer.status(), wait: wait.map(Duration::from_secs) })
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;
    use tokio_rustls::TlsAcceptor;
    use tokio_rustls::rustls::ServerConfig;
    use tokio_rustls::rustls::pki_types::pem::PemObject;
    use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

    use super::*;

    const AUTHORITY: &str = include_str!("../../tests/push/authority.pem");
    const CERTIFICATE: &str = include_str!("../../tests/push/service.pem");
    const KEY: &str = include_str!("../../tests/push/service.key");

    fn certificate(pem: &str) -> CertificateDer<'static> {
        CertificateDer::from_pem_slice(pem.as_bytes()).expect("a certificate")
    }

    fn trusting_us() -> RootCertStore {
        let mut roots = RootCertStore::empty();
        roots.add(certificate(AUTHORITY)).expect("an authority");
        roots
    }

    /// A service that speaks TLS and gives one answer.
    async fn service(answer: &'static str) -> Endpoint {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().expect("a bound port").port();
        let key = PrivateKeyDer::from_pem_slice(KEY.as_bytes()).expect("a key");
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("the usual versions")
            .with_no_client_auth()
            .with_single_cert(vec![certificate(CERTIFICATE)], key)
            .expect("a certificate with its key");
        let acceptor = TlsAcceptor::from(Arc::new(config));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let Ok(mut stream) = acceptor.accept(stream).await else { continue };
                let mut head = [0; 4096];
                let _ = stream.read(&mut head).await;
                let _ = stream.write_all(answer.as_bytes()).await;
                let _ = stream.shutdown().await;
            }
        });
        Endpoint { is_https: true, host: "localhost".to_owned(), port, path: "/a".to_owned() }
    }

    #[tokio::test]
    async fn a_service_is_asked_by_tls_and_must_be_known() {
        let endpoint =
            service("HTTP/1.1 429 Too Many Requests\r\nretry-after: 7\r\ncontent-length: 0\r\n\r\n").await;
        let knows = Client::trusting(trusting_us(), true);
        let answered = knows.post(&endpoint, &[("ttl", "1".to_owned())], vec![1, 2, 3]).await;
        let wait = Some(Duration::from_secs(7));
        assert_eq!(answered, Ok(Answered { status: StatusCode::TOO_MANY_REQUESTS, wait }));
        let trusts_nobody = Client::trusting(RootCertStore::empty(), true);
        assert_eq!(trusts_nobody.post(&endpoint, &[], Vec::new()).await, Err(NoAnswer::Unreachable));
        let other_name = Endpoint { host: "127.0.0.1".to_owned(), ..endpoint };
        assert_eq!(knows.post(&other_name, &[], Vec::new()).await, Err(NoAnswer::Unreachable));
    }

    /// Also where a name leads there that looks like one of the internet.
    #[tokio::test]
    async fn what_only_this_machine_can_reach_is_not_asked() {
        let endpoint = service("HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n").await;
        let careful = Client::trusting(trusting_us(), false);
        assert_eq!(careful.post(&endpoint, &[], Vec::new()).await, Err(NoAnswer::NotPublic));
    }

    #[tokio::test]
    async fn what_is_no_answer_is_none() {
        let client = Client::trusting(trusting_us(), true);
        let endpoint = service("").await;
        assert_eq!(client.post(&endpoint, &[], Vec::new()).await, Err(NoAnswer::Unreachable));
        let endpoint = service("hello\r\n\r\n").await;
        assert_eq!(client.post(&endpoint, &[], Vec::new()).await, Err(NoAnswer::Unreachable));
        // A redirection is an answer, and nobody goes there.
        let endpoint =
            service("HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n").await;
        let answered = client.post(&endpoint, &[], Vec::new()).await;
        assert_eq!(answered.map(|answered| answered.status), Ok(StatusCode::FOUND));
    }
}
