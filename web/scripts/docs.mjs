// Makes the documents a small site beside the app: the README, docs/, the introduction and the rule books
// in all languages, and what builders read. Markdown that any of them links to becomes a page, too.
// Every link inside is checked, and a broken one fails the build.
// node scripts/docs.mjs <folder of answers> <folder for the documents> [<repository>]
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { marked } from "marked";

const [answers, target, root = join(import.meta.dirname, "../..")] = process.argv.slice(2);

/** What the repository begins with. */
const FIRST = "README.md";
/** Pages for builders that lie beside docs/. */
const BESIDE = ["CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md", "SECURITY.md"];

/** A file of the repository; a checkout on Windows may have other ends of lines. */
const read = (path) => readFileSync(join(root, path), "utf8").replaceAll("\r\n", "\n");

/** What these pages say around their text, in a language. */
const around = (language) => {
  const texts = (code) => {
    const path = `languages/${code}/documents.json`;
    return existsSync(join(root, path)) ? JSON.parse(read(path)) : {};
  };
  return { ...texts("en"), ...texts(language) };
};

const escaped = (text) =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]);
const anchorOf = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, "")
    .trim()
    .replaceAll(/\s+/g, "-");

/** The rule books among the answers, in all languages. */
const books = readdirSync(answers).flatMap((file) => {
  const found = /^games-(.+)-rules(?:\.([a-z]+))?\.json$/.exec(file);
  return found ? [{ file, game: found[1], language: found[2] ?? "en" }] : [];
});

/** A page: where it lies, what it is called, and its text. */
const pages = [];

/** Files of Markdown that something links to, and that are no pages yet. */
const wanted = [];

/** The introduction says how many games there are, as a word of its language. */
function counted(text, source, language) {
  if (basename(source) !== "introduction.md") return text;
  const count = new Set(books.map((book) => book.game)).size;
  const texts = JSON.parse(read(`languages/${language}/app.json`));
  return text.replaceAll("{games}", (texts[`number.${count}`] ?? String(count)).toLowerCase());
}

/** Reads Markdown as a page. Paths of the repository become paths of this site. */
function fromMarkdown(source, path, language = "en") {
  const text = counted(read(source), source, language);
  const title = /^# (.+)$/m.exec(text)?.[1] ?? basename(source, ".md");
  const renderer = new marked.Renderer();
  const anchors = new Map();
  renderer.heading = ({ tokens, depth, text: words }) => {
    const name = anchorOf(words.replaceAll("`", ""));
    const count = anchors.get(name) ?? 0;
    anchors.set(name, count + 1);
    const id = count === 0 ? name : `${name}-${count}`;
    return `<h${depth} id="${id}">${renderer.parser.parseInline(tokens)}</h${depth}>\n`;
  };
  renderer.link = ({ href, tokens }) =>
    `<a href="${escaped(moved(href, source, path))}">${renderer.parser.parseInline(tokens)}</a>`;
  const { code } = renderer;
  let diagrams = 0;
  renderer.code = (token) => {
    if (token.lang !== "diagram") return code.call(renderer, token);
    return board(token.text || diagramsOf(source, language)[diagrams++], language);
  };
  renderer.image = ({ href, text: words }) =>
    `<img src="${escaped(moved(href, source, path))}" alt="${escaped(words)}">`;
  pages.push({ path, title, language, html: marked.parse(text, { renderer }) });
}

/** The pictures of all rule books, by the language of their words and the text of their diagrams. */
const pictures = new Map();
const pictureKey = (language, text) => `${language} ${text.trim()}`;

/** The diagrams of the English page, of which a translation has only the places. */
function diagramsOf(source, language) {
  const english = read(source.replace(`/${language}/`, "/"));
  return [...english.matchAll(/^```diagram\n(.*?)^```$/gms)].map((found) => found[1]);
}

/** A diagram as the rule book draws it from which it is. */
function board(text, language) {
  const picture = pictures.get(pictureKey(language, text));
  if (!picture) throw new Error(`no rule book has this diagram:\n${text}`);
  return `<figure role="group" aria-label="${escaped(picture.alt)}">${picture.svg}</figure>\n`;
}

/** Where a file of the repository lies on this site, if it is a page of it. */
function pageOf(at) {
  const rules = /^rules\/((?:[a-z]{2}\/)?[a-z0-9-]+)\.md$/.exec(at);
  if (rules) return `rules/${rules[1]}.html`;
  // The list of all books is that of all pages.
  if (at === "rules") return "index.html";
  if (at === FIRST || BESIDE.includes(at)) return at.replace(/\.md$/, ".html");
  if (/^docs\/[^/]+\.md$/.test(at)) return at.slice(5).replace(/\.md$/, ".html");
  if (!at.endsWith(".md")) return undefined;
  const path = `more/${at.replace(/\.md$/, ".html")}`;
  if (!pages.some((page) => page.path === path) && !wanted.some((want) => want.path === path))
    wanted.push({ source: at, path });
  return path;
}

/** Where a link of a Markdown file leads on this site. */
function moved(href, source, path) {
  if (/^[a-z]+:/.test(href) || href.startsWith("#")) return href;
  const [file, anchor] = href.split("#");
  const at = relative(root, resolve(root, dirname(source), file))
    .split(sep)
    .join("/");
  if (!existsSync(join(root, at))) throw new Error(`${source}: there is no \`${at}\` to link to`);
  let to = pageOf(at);
  if (!to) {
    // A host of plain files shows no folders.
    if (statSync(join(root, at)).isDirectory())
      throw new Error(`${source}: \`${at}\` is a folder, and no page`);
    to = at.startsWith("docs/") ? at.slice(5) : `files/${at}`;
    mkdirSync(dirname(join(target, to)), { recursive: true });
    cpSync(join(root, at), join(target, to));
  }
  const from = relative(dirname(path), to).split(sep).join("/");
  return anchor ? `${from}#${anchor}` : from;
}

const spoken = (spans) =>
  spans
    .map((span) => {
      const words = escaped(span.text);
      if (span.span === "emphasis") return `<em>${words}</em>`;
      if (span.span === "strong") return `<strong>${words}</strong>`;
      if (span.span === "code") return `<code>${words}</code>`;
      return span.span === "link" ? `<a href="${escaped(span.address)}">${words}</a>` : words;
    })
    .join("");
const idOf = (rule) => (rule ? ` id="${escaped(rule)}"` : "");

/** A rule book as a server answers it, with its pictures. */
function rulebookPage(file, language) {
  const book = JSON.parse(readFileSync(join(answers, file), "utf8"));
  const path = language === "en" ? `rules/${book.game}.html` : `rules/${language}/${book.game}.html`;
  const lines = [`<h1>${escaped(book.title)}</h1>`];
  let listing = false;
  for (const block of book.blocks) {
    if (listing !== (block.block === "item")) {
      listing = !listing;
      lines.push(listing ? "<ul>" : "</ul>");
    }
    if (block.block === "heading") {
      const id = escaped(block.anchor);
      lines.push(`<h${block.level} id="${id}">${escaped(block.text)}</h${block.level}>`);
    } else if (block.block === "item") {
      lines.push(`<li${idOf(block.rule)}>${spoken(block.spans)}</li>`);
    } else if (block.block === "paragraph") {
      const words = `<span${idOf(block.rule)}>${spoken(block.spans)}</span>`;
      const last = lines.length - 1;
      if (block.goes_on && lines[last].endsWith("</p>"))
        lines[last] = lines[last].replace(/<\/p>$/, ` ${words}</p>`);
      else lines.push(`<p>${words}</p>`);
    } else {
      const picture = block.svg ?? `<pre>${escaped(block.text)}</pre>`;
      const caption = `<figcaption>${spoken(block.caption)}</figcaption>`;
      lines.push(`<figure role="group" aria-label="${escaped(block.alt)}">${picture}${caption}</figure>`);
    }
  }
  if (listing) lines.push("</ul>");
  pages.push({ path, title: book.title, language, html: lines.join("\n") });
}

/** What there is to read, and where one plays. */
function contents(languages) {
  const link = (page, from = "") =>
    `<li><a href="${relative(from, page.path).split(sep).join("/")}">${escaped(page.title)}</a></li>`;
  const list = (chosen) => `<ul>\n${chosen.map((page) => link(page)).join("\n")}\n</ul>`;
  const rules = (language) => {
    const folder = language === "en" ? "rules/" : `rules/${language}/`;
    return pages.filter((page) => page.path.startsWith(folder) && page.language === language);
  };
  const own = pages.filter((page) => !page.path.includes("/") && page.path !== "README.html");
  const beside = own.filter((page) => BESIDE.includes(page.path.replace(".html", ".md")));
  const name = (code) => new Intl.DisplayNames([code], { type: "language" }).of(code);
  const books = languages.map(
    (code) =>
      `<h2 id="${code}" lang="${code}">${code === "en" ? "The games" : name(code)}</h2>\n${list(rules(code))}`,
  );
  const html = [
    `<h1>${escaped(around("en").title)}</h1>`,
    '<p>Everything about the games and the program: <a href="README.html">what it is</a>, how to play and how to host. <a href="../">Play here</a>.</p>',
    ...books,
    `<h2>Playing and hosting</h2>\n${list(own.filter((page) => !beside.includes(page)))}`,
    `<h2>Building on it</h2>\n${list(beside)}`,
  ];
  pages.push({ path: "index.html", title: around("en").title, language: "en", html: html.join("\n") });
}

/** Throws where a link of a page leads nowhere. */
function checkLinks() {
  const ids = new Map(
    pages.map((page) => [
      page.path,
      new Set([...page.html.matchAll(/ id="([^"]+)"/g)].map((found) => found[1])),
    ]),
  );
  const broken = [];
  for (const page of pages) {
    for (const [, href] of page.html.matchAll(/ (?:href|src)="([^"]+)"/g)) {
      if (/^[a-z]+:/.test(href)) continue;
      const [file, anchor] = href.split("#");
      const to = file === "" ? page.path : join(dirname(page.path), file).split(sep).join("/");
      // The app lies one folder up.
      if (to === "../") continue;
      const known = ids.get(to);
      const there = known ? !anchor || known.has(decodeURIComponent(anchor)) : existsSync(join(target, to));
      if (!there) broken.push(`${page.path}: ${href}`);
    }
  }
  if (broken.length > 0) throw new Error(`links that lead nowhere:\n${broken.join("\n")}`);
}

function write(page) {
  const up = "../".repeat(page.path.split("/").length - 1);
  const { title, play, footer } = around(page.language);
  // The list of all pages is in English, with the books of each language at a place of their own.
  const list = page.language === "en" ? "index.html" : `index.html#${page.language}`;
  const file = join(target, page.path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    `<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(page.title)} · Chess Kit</title>
<link rel="stylesheet" href="${up}docs.css">
</head>
<body>
<header><a href="${up}${list}">${escaped(title)}</a> <a href="${up}../">${escaped(play)}</a></header>
<main>
${page.html}
</main>
<footer>${escaped(footer)}</footer>
</body>
</html>
`,
  );
}

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
cpSync(join(import.meta.dirname, "docs.css"), join(target, "docs.css"));
if (existsSync(join(root, "docs/screenshots"))) {
  cpSync(join(root, "docs/screenshots"), join(target, "screenshots"), { recursive: true });
}
fromMarkdown(FIRST, "README.html");
for (const file of readdirSync(join(root, "docs"))
  .filter((file) => file.endsWith(".md"))
  .sort()) {
  fromMarkdown(`docs/${file}`, file.replace(/\.md$/, ".html"));
}
for (const file of BESIDE) fromMarkdown(file, file.replace(/\.md$/, ".html"));
for (const { file, language } of books) {
  const { blocks } = JSON.parse(readFileSync(join(answers, file), "utf8"));
  for (const block of blocks.filter((block) => block.svg)) {
    pictures.set(pictureKey(language, block.text), block);
  }
}
const languages = [...new Set(books.map((book) => book.language))].sort(
  (one, two) => Number(two === "en") - Number(one === "en") || (one < two ? -1 : 1),
);
for (const language of languages) {
  const path = language === "en" ? "rules/introduction" : `rules/${language}/introduction`;
  if (existsSync(join(root, `${path}.md`))) fromMarkdown(`${path}.md`, `${path}.html`, language);
}
for (const { file, language } of books) rulebookPage(file, language);
// Pages that are linked to may link to others.
for (let next = wanted.shift(); next; next = wanted.shift()) fromMarkdown(next.source, next.path);
contents(languages);
checkLinks();
pages.forEach(write);
console.log(`docs: ${pages.length} pages, all links lead somewhere`);
