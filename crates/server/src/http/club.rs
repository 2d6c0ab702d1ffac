//! The addresses of evenings: opening, coming in, commands, sitting down, and what everybody may see.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use kit_club::Error;
use kit_club::evening::Speaker;
use kit_club::wire::{
    ClubCommand, ClubDone, ClubEnter, ClubEntered, ClubSit, EveningNote, EveningOpened, OpenEvening,
};
use kit_sitting::wire::Entered;
use kit_sitting::{TableId, Token};
use serde::Deserialize;

use crate::http::Front;
use crate::http::body::{Answer, Asked};
use crate::http::gate::Payer;
use crate::http::limits::Meter;
use crate::http::problem::{CannotChange, CannotShow, Problem};
use crate::http::tables::Named;
use crate::http::visitor::Visitor;

/// How many actions a command of a guest counts for.
const GUESTS_PAY: u32 = 20;

/// The part of an address that names the evening.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Path)]
pub(super) struct EveningPath {
    /// The evening
    evening: String,
}

/// Somebody who asks for something at an evening.
pub struct AtEvening {
    front: Arc<Front>,
    visitor: Visitor,
    evening: TableId,
}

impl FromRequestParts<Arc<Front>> for AtEvening {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, front: &Arc<Front>) -> Result<AtEvening, Problem> {
        let Named(EveningPath { evening }) = Named::from_request_parts(parts, front).await?;
        let Ok(visitor) = Visitor::from_request_parts(parts, front).await;
        let evening = evening.parse().map_err(|_| Problem::from(Error::Unknown))?;
        Ok(AtEvening { front: Arc::clone(front), visitor, evening })
    }
}

impl AtEvening {
    /// Why somebody was refused; those who bring wrong secrets too often are told to wait.
    fn refused(&self, error: Error) -> Problem {
        let was_wrong = match error {
            Error::BadCode => true,
            Error::NotHost | Error::NotYou => !self.visitor.secrets.0.is_empty(),
            _ => false,
        };
        if was_wrong && let Err(wait) = self.front.gate.failed(self.visitor.address, Instant::now()) {
            return wait.into();
        }
        error.into()
    }

    /// Who is charged: whoever is known here, and strangers themselves.
    async fn payer(&self) -> Result<Payer, Problem> {
        let evening = self.front.hall.evening(&self.evening).await?;
        Ok(match evening.speaker(&self.visitor.secrets) {
            Speaker::Host => self.front.gate.known(("evening", &self.evening, 0)),
            Speaker::Person(person) => self.front.gate.known(("evening", &self.evening, person)),
            Speaker::Stranger => self.visitor.address.into(),
        })
    }

    /// What a command costs: each is written down for all time, so guests have fewer than the host.
    async fn charge_command(&self) -> Result<(), Problem> {
        let evening = self.front.hall.evening(&self.evening).await?;
        let count = match evening.speaker(&self.visitor.secrets) {
            Speaker::Person(_) => GUESTS_PAY,
            Speaker::Host | Speaker::Stranger => 1,
        };
        let charge = (Meter::Actions, self.payer().await?, count);
        Ok(self.front.gate.pass_counts(&[charge], Instant::now())?)
    }

    /// Charges the host for the tables of the next round: all of them at once are one opening, and
    /// each is one of the day.
    async fn charge_round(&self) -> Result<(), Problem> {
        let tables = self.front.hall.tables_of_next_round(&self.evening, &self.visitor.secrets).await;
        let tables = tables.map_err(|error| self.refused(error))?;
        if tables == 0 {
            return Ok(());
        }
        let (payer, tables) = (self.visitor.address.into(), u32::try_from(tables).unwrap_or(u32::MAX));
        let charges = [(Meter::Openings, payer, 1), (Meter::Tables, payer, tables)];
        Ok(self.front.gate.pass_counts(&charges, Instant::now())?)
    }
}

fn with_cookie(cookie: HeaderValue) -> AppendHeaders<[(header::HeaderName, HeaderValue); 1]> {
    AppendHeaders([(header::SET_COOKIE, cookie)])
}

/// Opens an evening.
#[utoipa::path(
    post, path = "/api/evenings", tag = "evenings", request_body = OpenEvening,
    responses((status = 200, body = EveningOpened), CannotChange)
)]
pub async fn open_evening(
    State(front): State<Arc<Front>>,
    visitor: Visitor,
    Asked(asked): Asked<OpenEvening>,
) -> Result<Response, Problem> {
    front.charge_opening(&visitor, Instant::now())?;
    let (evening, host, code) = front.hall.open_evening(&asked).await?;
    let host = host.reveal();
    let cookie = visitor.evening_cookie(&evening, "host", &host);
    let opened = EveningOpened { evening: evening.to_string(), host, code };
    Ok((with_cookie(cookie), Answer(opened)).into_response())
}

/// Shows an evening as everybody may see it, and says who asks.
#[utoipa::path(
    get, path = "/api/evenings/{evening}", tag = "evenings",
    params(EveningPath),
    responses((status = 200, body = EveningNote), CannotShow)
)]
pub async fn show_evening(at: AtEvening) -> Result<Answer<EveningNote>, Problem> {
    let evening = at.front.hall.evening_with_results(&at.evening).await?;
    let now = at.front.hall.now().await?;
    Ok(Answer(EveningNote::new(&evening, &at.visitor.secrets, now)))
}

/// Says who somebody is: the host by the secret of the host's link, everybody else by the code and a name.
#[utoipa::path(
    post, path = "/api/evenings/{evening}/enter", tag = "evenings", request_body = ClubEnter,
    params(EveningPath),
    responses((status = 200, body = ClubEntered), CannotChange)
)]
pub async fn enter_evening(at: AtEvening, Asked(asked): Asked<ClubEnter>) -> Result<Response, Problem> {
    let now = Instant::now();
    at.front.pass(Meter::Joins, at.visitor.address, now)?;
    at.front.gate.may_try(at.visitor.address, now)?;
    if let Some(secret) = &asked.host {
        let checked = at.front.hall.host_of_evening(&at.evening, secret).await;
        if let Err(error) = checked {
            // Only a secret that was compared was wrong.
            if matches!(error, Error::NotHost) {
                at.front.gate.failed(at.visitor.address, now)?;
            }
            return Err(error.into());
        }
        let cookie = at.visitor.evening_cookie(&at.evening, "host", secret.trim());
        return Ok((with_cookie(cookie), Answer(ClubEntered { person: None, token: None })).into_response());
    }
    let entered = at.front.hall.enter_evening(&at.evening, &asked).await;
    let (person, token) = entered.map_err(|error| at.refused(error))?;
    let token = token.reveal();
    let cookie = at.visitor.evening_cookie(&at.evening, "seat-me", &token);
    let entered = ClubEntered { person: Some(person), token: asked.program.then_some(token) };
    Ok((with_cookie(cookie), Answer(entered)).into_response())
}

/// Carries out a command of the host, or of somebody for themselves.
#[utoipa::path(
    post, path = "/api/evenings/{evening}/commands", tag = "evenings", request_body = ClubCommand,
    params(EveningPath),
    responses((status = 200, body = ClubDone), CannotChange)
)]
pub async fn command_evening(
    at: AtEvening,
    Asked(asked): Asked<ClubCommand>,
) -> Result<Answer<ClubDone>, Problem> {
    at.charge_command().await?;
    if matches!(asked, ClubCommand::Pair) {
        at.charge_round().await?;
    }
    let from = at.front.asker(&at.visitor);
    let done = at.front.hall.command_evening(&at.evening, &at.visitor.secrets, &asked, from).await;
    let code = done.map_err(|error| at.refused(error))?;
    Ok(Answer(ClubDone { code }))
}

/// Sits down at one's table of the present round.
#[utoipa::path(
    post, path = "/api/evenings/{evening}/sit", tag = "evenings", request_body = ClubSit,
    params(EveningPath),
    responses((status = 200, body = Entered), CannotChange)
)]
pub async fn sit_at_evening(at: AtEvening, Asked(asked): Asked<ClubSit>) -> Result<Response, Problem> {
    let payer = at.payer().await?;
    at.front.pass(Meter::Actions, payer, Instant::now())?;
    let from = at.front.asker(&at.visitor);
    let seated = at.front.hall.sit_at_evening(&at.evening, &at.visitor.secrets, from).await;
    let (table, seat, token): (TableId, String, Token) = seated.map_err(|error| at.refused(error))?;
    if asked.program {
        let entered = Entered {
            table: table.to_string(),
            seat: Some(seat),
            token: Some(token.reveal()),
            evening: false,
        };
        return Ok(Answer(entered).into_response());
    }
    let cookie = at.visitor.cookie(&table, &seat, token);
    let entered = Entered { table: table.to_string(), seat: Some(seat), token: None, evening: false };
    Ok((with_cookie(cookie), Answer(entered)).into_response())
}
