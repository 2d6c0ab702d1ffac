//! Tables over HTTP and WebSocket.
//!
//! [`app`] is the whole server as a function from requests to answers, without a port; tests
//! ask it directly, and [`serving`] puts it on one.
//! Everything about tables is asked of the [`Hall`]; this module knows cookies, headers, limits
//! and the addresses, and nothing of games.

pub mod address;
pub mod advice;
pub mod assets;
pub mod body;
pub mod books;
pub mod club;
pub mod crowd;
pub mod games;
pub mod gate;
pub mod golf;
pub mod guard;
pub mod health;
pub mod host;
pub mod lag;
pub mod language;
pub mod limits;
pub mod mount;
pub mod problem;
pub mod reader;
pub mod serving;
pub mod socket;
pub mod tables;
pub mod thinking;
pub mod visitor;

use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::HeaderName;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::IntoResponse;
use axum::routing::get;
use tokio::sync::watch;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::hall::{Hall, Speaker};
use crate::http::body::{Answer, LONGEST_BODY};
use crate::http::books::Books;
use crate::http::gate::{Gate, Payer};
use crate::http::golf::Remembered;
use crate::http::limits::Meter;
use crate::http::mount::SitePath;
use crate::http::objects::{CourseNote, DayNote, ErrorNote};
use crate::http::problem::Problem;
use crate::http::thinking::Thinking;
use crate::http::visitor::Visitor;
use crate::turns::{Asker, Turn};
use kit_sitting::wire::{Command, SocketAnswer, SocketLine};
use kit_sitting::{Catalogue, Error, TableId};

pub use kit_answers::objects;
pub use limits::Limits;
pub use serving::serve;

/// How the server meets the network.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The addresses of the app as browsers write them; local names if there are none.
    pub origins: Vec<String>,
    /// Where on its site the server lies.
    pub path: SitePath,
    /// The header in which a proxy of ours tells where somebody asks from.
    pub proxy_header: Option<HeaderName>,
    /// How much anybody may ask for.
    pub limits: Limits,
}

impl Settings {
    /// Whether people come by HTTPS.
    pub fn is_https(&self) -> bool {
        self.origins.iter().any(|origin| origin.starts_with("https:"))
    }
}

/// What all requests share.
pub struct Front {
    /// The tables.
    pub hall: Arc<Hall>,
    /// How the server meets the network.
    pub settings: Settings,
    /// Counts what everybody asks for.
    pub gate: Gate,
    /// Who deals and solves holes of golf, which takes seconds.
    pub golf: Thinking,
    /// Who plays on boards to try and plays games again, which is soon done.
    pub boards: Thinking,
    /// Who thinks about hints and looks again at games, which takes a second or a few.
    pub advice: Thinking,
    /// Whether the server is about to end.
    closing: watch::Sender<bool>,
    books: Books,
    courses: Remembered<CourseNote>,
    days: Remembered<DayNote>,
}

impl Front {
    /// A front of a hall.
    pub fn new(hall: Arc<Hall>, settings: Settings) -> Arc<Front> {
        Arc::new(Front {
            gate: Gate::new(settings.limits.clone()),
            golf: golf::thinking(),
            boards: games::thinking(),
            advice: advice::thinking(),
            closing: watch::Sender::new(false),
            books: Books::new(hall.catalogue()),
            courses: Remembered::default(),
            days: Remembered::default(),
            hall,
            settings,
        })
    }

    /// Tells every connection to come back later.
    pub fn close(&self) {
        self.closing.send_replace(true);
    }

    /// Waits until the server is about to end.
    pub async fn closing(&self) {
        // The sender lives as long as the front.
        let _ = self.closing.subscribe().wait_for(|closing| *closing).await;
    }

    fn catalogue(&self) -> Catalogue {
        self.hall.catalogue()
    }

    /// Who somebody is, as far as sharing is concerned.
    fn asker(&self, visitor: &Visitor) -> Asker {
        self.gate.asker(visitor.address)
    }

    /// Lets somebody through, or says in words how long to wait.
    fn pass(&self, meter: Meter, payer: impl Into<Payer>, now: Instant) -> Result<(), Problem> {
        self.gate.pass(meter, payer, now).map_err(Problem::from)
    }

    /// Who is charged for what somebody does at a table: whoever they can speak for, and strangers
    /// themselves.
    fn payer(&self, visitor: &Visitor, table: &TableId, speaker: Speaker) -> Payer {
        match speaker {
            Speaker::Host | Speaker::Seat(_) => self.gate.known((table, speaker)),
            Speaker::Stranger => visitor.address.into(),
        }
    }

    /// Charges for a command; a rematch is a table that somebody opens.
    fn charge(&self, command: &Command, visitor: &Visitor, payer: Payer) -> Result<(), Problem> {
        let now = Instant::now();
        match command {
            Command::Say(_) => self.pass(Meter::Words, payer, now),
            Command::Rematch(_) => {
                let [openings, tables] = opening(visitor);
                Ok(self.gate.pass_all(&[(Meter::Actions, payer), openings, tables], now)?)
            }
            // Many deals are tried, and the game is played again after each.
            Command::TellCards(_) => {
                let thought = (Meter::Thinking, visitor.address.into());
                Ok(self.gate.pass_all(&[(Meter::Actions, payer), thought], now)?)
            }
            _ => self.pass(Meter::Actions, payer, now),
        }
    }

    /// Waits for a turn at something for which a game is played again.
    async fn board(&self, visitor: &Visitor) -> Result<Turn, Problem> {
        self.pass(Meter::Thinking, visitor.address, Instant::now())?;
        self.boards.turn(self.asker(visitor)).await
    }

    /// Charges for a table that somebody opens.
    fn charge_opening(&self, visitor: &Visitor, now: Instant) -> Result<(), Problem> {
        Ok(self.gate.pass_all(&opening(visitor), now)?)
    }

    /// Why somebody was refused; those who bring wrong secrets too often are told to wait.
    fn refused(&self, visitor: &Visitor, error: Error) -> Problem {
        let was_wrong = match error {
            Error::BadInvitation => true,
            Error::NotYourSeat | Error::NotHost => !visitor.secrets.0.is_empty(),
            _ => false,
        };
        if was_wrong && let Err(wait) = self.gate.failed(visitor.address, Instant::now()) {
            return wait.into();
        }
        error.into()
    }
}

/// What a table is charged for that somebody opens.
fn opening(visitor: &Visitor) -> [(Meter, Payer); 2] {
    [Meter::Openings, Meter::Tables].map(|meter| (meter, visitor.address.into()))
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Chess Kit",
        description = "Chess games with secrets, cards, sealed choices and teams. docs/server-api.md explains it.",
        license(name = "GPL-3.0-or-later", identifier = "GPL-3.0-or-later"),
    ),
    tags(
        (name = "games", description = "What can be played, and boards to try"),
        (name = "tables", description = "Tables, seats and what is done there"),
        (name = "evenings", description = "Evenings of several games: people, pairings, results"),
        (name = "golf", description = "Holes of Chess Golf"),
        (name = "server", description = "How the server is"),
    ),
    components(schemas(ErrorNote, SocketLine, SocketAnswer)),
)]
struct Description;

fn routes() -> OpenApiRouter<Arc<Front>> {
    OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(games::list))
        .routes(routes!(games::rules))
        .routes(routes!(games::guide))
        .routes(routes!(games::sandbox))
        .routes(routes!(games::replay))
        .routes(routes!(games::export))
        .routes(routes!(games::story))
        .routes(routes!(tables::lobby, tables::open))
        .routes(routes!(tables::standing))
        .routes(routes!(tables::enter))
        .routes(routes!(tables::enter_by_code))
        .routes(routes!(tables::command))
        .routes(routes!(tables::frame))
        .routes(routes!(socket::socket))
        .routes(routes!(tables::moment))
        .routes(routes!(tables::hands))
        .routes(routes!(tables::lies))
        .routes(routes!(tables::notes, tables::keep_notes))
        .routes(routes!(tables::push_key))
        .routes(routes!(tables::subscribe, tables::unsubscribe))
        .routes(routes!(tables::scoresheet))
        .routes(routes!(tables::export))
        .routes(routes!(tables::replay))
        .routes(routes!(tables::story))
        .routes(routes!(tables::follow))
        .routes(routes!(advice::hint))
        .routes(routes!(advice::knowledge))
        .routes(routes!(advice::analysis))
        .routes(routes!(club::open_evening))
        .routes(routes!(club::show_evening))
        .routes(routes!(club::enter_evening))
        .routes(routes!(club::command_evening))
        .routes(routes!(club::sit_at_evening))
        .routes(routes!(golf::daily))
        .routes(routes!(golf::day))
        .routes(routes!(golf::hole))
        .routes(routes!(golf::solved))
        .routes(routes!(health::health))
        .routes(routes!(health::ready))
}

/// The description of all addresses.
pub fn description() -> utoipa::openapi::OpenApi {
    routes().into_openapi()
}

/// The server for a hall, without a port.
pub fn app(hall: Arc<Hall>, settings: Settings) -> Router {
    router(Front::new(hall, settings))
}

/// The server for a front, without a port.
pub fn router(front: Arc<Front>) -> Router {
    let (routes, mut description) = routes().split_for_parts();
    let path = front.settings.path.clone();
    description.servers = path.servers();
    let description = get(async move || Answer(description));
    let router = routes
        .route("/api/openapi.json", description)
        .route("/api", get(async || Problem::not_found()))
        .route("/api/{*rest}", axum::routing::any(async || Problem::not_found()))
        .method_not_allowed_fallback(async || Problem::wrong_method().into_response())
        .fallback(assets::serve)
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(CatchPanicLayer::custom(guard::after_panic))
        .layer(from_fn(language::speak))
        .layer(from_fn_with_state(Arc::clone(&front), guard::check))
        .layer(from_fn_with_state(Arc::clone(&front), guard::add_headers))
        .layer(from_fn(guard::observe))
        .with_state(front);
    path.mount(router)
}
