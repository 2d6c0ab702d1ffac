//! The app: files that were built from `web/` and stand in the binary.
//!
//! Files with a hash in their name never change and are kept by browsers for ever; the others
//! are asked for again and answered with "not modified".
//! Compressed forms are made when the app is built, so nothing is compressed while people play:
//! what a viewer is sent has the size that it has, and no other viewer's secret changes it.

use std::borrow::Cow;
use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::http::Front;
use crate::http::mount::SitePath;
use crate::http::problem::Problem;

/// The first words of addresses that the app itself understands.
const APP_PATHS: [&str; 14] = [
    "", "t", "learn", "golf", "lobby", "replay", "new", "join", "settings", "about", "away", "bring",
    "tools", "club",
];

/// The page of the app, which is shown at all addresses that the app understands.
const PAGE: &str = "index.html";

/// A file of the app.
struct File {
    bytes: Cow<'static, [u8]>,
    kind: String,
    tag: String,
}

#[cfg(feature = "app")]
#[derive(rust_embed::RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Built;

/// The module that plays in the page, and the languages that it is handed.
#[cfg(feature = "module")]
#[derive(rust_embed::RustEmbed)]
#[folder = "../../web/module"]
#[allow_missing = true]
struct Module;

#[cfg(feature = "module")]
fn of_module(path: &str) -> Option<rust_embed::EmbeddedFile> {
    Module::get(path)
}

#[cfg(all(feature = "app", not(feature = "module")))]
fn of_module(_path: &str) -> Option<rust_embed::EmbeddedFile> {
    None
}

/// The name of the module, if it is here.
#[cfg(feature = "module")]
fn module() -> Option<&'static str> {
    static NAME: std::sync::LazyLock<Option<String>> = std::sync::LazyLock::new(|| {
        Module::iter().find(|name| name.ends_with(".wasm")).map(|name| name.into_owned())
    });
    NAME.as_deref()
}

#[cfg(not(feature = "module"))]
fn module() -> Option<&'static str> {
    None
}

#[cfg(feature = "app")]
fn file(path: &str) -> Option<File> {
    let found = Built::get(path).or_else(|| of_module(path))?;
    let tag: String =
        found.metadata.sha256_hash().iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    Some(File { kind: found.metadata.mimetype().to_owned(), tag: format!("\"{tag}\""), bytes: found.data })
}

#[cfg(not(feature = "app"))]
fn file(_path: &str) -> Option<File> {
    None
}

/// Answers whatever is not an address of the API.
pub async fn serve(
    State(front): State<Arc<Front>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return Problem::wrong_method().into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let is_page = path.is_empty() || path == PAGE;
    if !is_page && let Some(found) = file(path) {
        return send(path, &headers, found).unwrap_or_else(|| Problem::not_found().into_response());
    }
    if !is_page && path.rsplit('/').next().unwrap_or_default().contains('.') {
        return Problem::not_found().into_response();
    }
    let site = &front.settings.path;
    let page = file(PAGE).and_then(|page| send(PAGE, &headers, placed(page, site, module())));
    let mut page = page.unwrap_or_else(|| not_built(site));
    let first = path.split('/').next().unwrap_or_default();
    if !is_page && !APP_PATHS.contains(&first) {
        // The app says in words that there is no such page.
        *page.status_mut() = StatusCode::NOT_FOUND;
    }
    page
}

/// The page, told where on its site the app lies, and which module plays in it.
///
/// As built it names everything from where it lies itself (`"./icon.svg"`), so that it also works
/// as a plain file; that would be wrong at deeper addresses such as `/t/abc`.
fn placed(page: File, site: &SitePath, module: Option<&str>) -> File {
    let mut text = String::from_utf8_lossy(&page.bytes).replace("\"./", &format!("\"{site}/"));
    if let Some(module) = module {
        let place = r#"name="app-module" content=""#;
        text = text.replace(&format!("{place}\""), &format!("{place}{module}\""));
    }
    let module = module.unwrap_or_default();
    let tag = format!("\"{}{site}{module}\"", page.tag.trim_matches('"'));
    File { bytes: text.into_bytes().into(), tag, ..page }
}

fn send(path: &str, headers: &HeaderMap, plain: File) -> Option<Response> {
    let asked = headers.get(header::IF_NONE_MATCH).and_then(|tag| tag.to_str().ok());
    let caching = if path.starts_with("assets/") || path.starts_with("module-") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let mut answer = if asked.is_some_and(|tags| tags.split(',').any(|tag| tag.trim() == plain.tag)) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let (encoding, bytes) = best_form(path, headers, plain.bytes);
        let mut answer = bytes.into_owned().into_response();
        if let Some(encoding) = encoding {
            answer.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        answer
    };
    let lines = answer.headers_mut();
    lines.insert(header::CONTENT_TYPE, HeaderValue::try_from(with_charset(&plain.kind)).ok()?);
    lines.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    lines.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    lines.insert(header::ETAG, HeaderValue::try_from(plain.tag).ok()?);
    Some(answer)
}

/// The smallest form of a file that the browser understands.
fn best_form(
    path: &str,
    headers: &HeaderMap,
    plain: Cow<'static, [u8]>,
) -> (Option<&'static str>, Cow<'static, [u8]>) {
    let accepted =
        headers.get(header::ACCEPT_ENCODING).and_then(|line| line.to_str().ok()).unwrap_or_default();
    let accepts = |wanted: &str| {
        accepted.split(',').any(|word| {
            let (name, weight) = word.split_once(';').unwrap_or((word, ""));
            name.trim() == wanted && weight.trim() != "q=0"
        })
    };
    // The page is not what was compressed.
    let forms: &[(&str, &str)] = if path == PAGE { &[] } else { &[("br", "br"), ("gzip", "gz")] };
    let found = forms.iter().copied().filter(|(encoding, _)| accepts(encoding));
    let mut found =
        found.filter_map(|(encoding, ending)| Some((encoding, file(&format!("{path}.{ending}"))?)));
    match found.next() {
        Some((encoding, file)) => (Some(encoding), file.bytes),
        None => (None, plain),
    }
}

fn with_charset(kind: &str) -> String {
    let is_text = kind.starts_with("text/") || kind == "application/javascript";
    if is_text { format!("{kind}; charset=utf-8") } else { kind.to_owned() }
}

/// What is shown where the app was not built.
fn not_built(site: &SitePath) -> Response {
    let page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Chess Kit</title>\n\
        <h1>The server runs, and the app is not built</h1>\n\
        <p>Run <code>cargo xtask web</code> and load this page again.</p>\n\
        <p>Programs can use the server already: \
        <a href=\"{site}/api/openapi.json\">{site}/api/openapi.json</a>.</p>\n"
    );
    let headers = [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-store")];
    (headers, page).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever opens one of the app's pages at its address is told that it is there.
    #[test]
    fn every_page_of_the_app_is_known() {
        let app = include_str!("../../../../web/src/App.svelte");
        let pages = app.split_once("const PAGES").and_then(|(_, rest)| rest.split_once("\n};"));
        let (pages, _) = pages.expect("the app lists its pages");
        let names = pages.lines().filter_map(|line| line.strip_prefix("  ")?.split_once(": () =>"));
        let names: Vec<&str> = names.map(|(name, _)| name).collect();
        assert!(names.len() > 10, "{names:?}");
        for name in names {
            assert!(APP_PATHS.contains(&name), "{name} is a page of the app");
        }
    }

    #[test]
    fn the_page_says_where_the_app_lies() {
        let built = r#"<meta name="app-base" content="./"><script src="./assets/index-x.js">"#;
        for (site, expected, tag) in [
            ("", r#"<meta name="app-base" content="/"><script src="/assets/index-x.js">"#, "\"1a2b\""),
            (
                "/chess",
                r#"<meta name="app-base" content="/chess/"><script src="/chess/assets/index-x.js">"#,
                "\"1a2b/chess\"",
            ),
        ] {
            let page = File {
                bytes: built.as_bytes().into(),
                kind: "text/html".to_owned(),
                tag: "\"1a2b\"".to_owned(),
            };
            let page = placed(page, &site.parse().expect("a path"), None);
            assert_eq!(String::from_utf8_lossy(&page.bytes), expected);
            assert_eq!(page.tag, tag, "a browser that kept the page of another path asks again");
        }
    }

    #[test]
    fn the_page_says_which_module_plays_in_it() {
        let built = r#"<meta name="app-module" content=""><meta name="app-alone" content="">"#;
        let page =
            File { bytes: built.as_bytes().into(), kind: "text/html".to_owned(), tag: "\"1a2b\"".to_owned() };
        let page = placed(page, &SitePath::default(), Some("module-3c.wasm"));
        assert_eq!(
            String::from_utf8_lossy(&page.bytes),
            r#"<meta name="app-module" content="module-3c.wasm"><meta name="app-alone" content="">"#
        );
        assert_eq!(page.tag, "\"1a2bmodule-3c.wasm\"", "a browser that kept the page without it asks again");
    }
}
