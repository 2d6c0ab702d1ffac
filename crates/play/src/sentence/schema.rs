//! A sentence on the wire is described as the words that it says.

use std::borrow::Cow;

use ts_rs::{Config, TS, TypeVisitor};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;
use utoipa::{PartialSchema, ToSchema};

use super::{Label, Sentence, Spoken};

impl TS for Sentence {
    type WithoutGenerics = Spoken;
    type OptionInnerType = Spoken;

    fn ident(cfg: &Config) -> String {
        Spoken::ident(cfg)
    }

    fn name(cfg: &Config) -> String {
        <Spoken as TS>::name(cfg)
    }

    fn inline(cfg: &Config) -> String {
        Spoken::inline(cfg)
    }

    fn inline_flattened(cfg: &Config) -> String {
        Spoken::inline_flattened(cfg)
    }

    fn visit_dependencies(visitor: &mut impl TypeVisitor)
    where
        Self: 'static,
    {
        Spoken::visit_dependencies(visitor);
    }
}

impl PartialSchema for Sentence {
    fn schema() -> RefOr<Schema> {
        Spoken::schema()
    }
}

impl ToSchema for Sentence {
    fn name() -> Cow<'static, str> {
        <Spoken as ToSchema>::name()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        Spoken::schemas(schemas);
    }
}

/// A label is its words.
impl TS for Label {
    type WithoutGenerics = String;
    type OptionInnerType = String;

    fn name(cfg: &Config) -> String {
        <String as TS>::name(cfg)
    }

    fn inline(cfg: &Config) -> String {
        String::inline(cfg)
    }
}

impl PartialSchema for Label {
    fn schema() -> RefOr<Schema> {
        String::schema()
    }
}

impl ToSchema for Label {
    fn name() -> Cow<'static, str> {
        <String as ToSchema>::name()
    }
}
