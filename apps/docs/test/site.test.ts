import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findPages, readIndex } from "@proviso/site/search";
import { changePages, codes } from "proviso/explain";
import { describe, expect, it } from "vitest";

const questions = JSON.parse(
  readFileSync(new URL("search-questions.json", import.meta.url), "utf8"),
) as readonly (readonly string[])[];
const dist = fileURLToPath(new URL("../dist/", import.meta.url));
const generated = fileURLToPath(new URL("../../../packages/generated/docs/", import.meta.url));

/** The built site: `turbo run test` builds it first. */
const pages: ReadonlyMap<string, string> = new Map(
  filesUnder(dist, ".html").map((path) => [
    `/${path.replace(/index\.html$/, "")}`,
    readFileSync(join(dist, path), "utf8"),
  ]),
);

function filesUnder(folder: string, ending: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(ending))
    .toSorted();
}

/** The values of an attribute on all pages; `element` restricts it to the elements whose name matches. */
function attributes(name: string, element = ""): readonly (readonly [page: string, value: string])[] {
  return [...pages].flatMap(([page, html]) =>
    [...html.matchAll(new RegExp(`<${element}[^>]*\\s${name}="([^"]*)"`, "g"))].map(
      ([, value = ""]) => [page, value] as const,
    ),
  );
}

const leadsOutside = (value: string): boolean => /^(?:[a-z]+:)?\/\//i.test(value);

function leadsSomewhere(page: string, href: string): boolean {
  const url = new URL(href, `http://site.invalid${page}`);
  const file = join(dist, decodeURIComponent(url.pathname));
  if (!existsSync(file)) return false;
  const html = statSync(file).isDirectory() ? pages.get(decodeURIComponent(url.pathname)) : "";
  return html !== undefined && (url.hash === "" || html === "" || html.includes(`id="${url.hash.slice(1)}"`));
}

describe("the built site", () => {
  it("has a page for every generated page", () => {
    const expected = filesUnder(generated, ".md")
      .filter((path) => path !== "README.md")
      .map((path) => (path === "index.md" ? "/overview/" : `/${path.replace(/(?:\/index)?\.md$/, "")}/`));
    expect(expected.length).toBeGreaterThan(80);
    expect(expected.filter((page) => !pages.has(page))).toEqual([]);
  });

  it("has a page for every code that a finding can have, which one page lists and no sidebar", () => {
    const expected = ["/language/", ...codes.map((code) => `/diagnostics/${code}/`)];
    expect(expected.filter((page) => !pages.has(page))).toEqual([]);
    const list = pages.get("/diagnostics/") ?? "";
    expect(expected.slice(1).filter((page) => !list.includes(`href="${page}"`))).toEqual([]);
    expect(pages.get("/language/")).not.toContain('href="/diagnostics/parse/empty/"');
  });

  it("has a page for every rule about changes, which their overview links to", () => {
    const expected = changePages().map(({ id }) => `/${id}/`);
    expect(expected.length).toBeGreaterThan(30);
    expect(expected.filter((page) => !pages.has(page))).toEqual([]);
    const overview = pages.get("/changes/") ?? "";
    expect(expected.slice(1).filter((page) => !overview.includes(`href="${page}"`))).toEqual([]);
  });

  it("has no link that leads nowhere", () => {
    const links = attributes("href").filter(([, href]) => !href.startsWith("data:"));
    expect(links.length).toBeGreaterThan(1000);
    const inside = links.filter(([, href]) => !leadsOutside(href));
    expect(inside.filter(([page, href]) => !leadsSomewhere(page, href))).toEqual([]);
  });

  it("asks no other host for anything", () => {
    // An `<a>` is followed only when a reader asks for it; it must be safe to follow.
    const sources = [...attributes("src"), ...attributes("srcset"), ...attributes("href", "(?!a\\s)")];
    expect(sources.filter(([, value]) => leadsOutside(value))).toEqual([]);
    const outside = attributes("href", "a\\s").filter(([, value]) => leadsOutside(value));
    expect(outside.filter(([, value]) => !value.startsWith("https://"))).toEqual([]);
    const styles = filesUnder(dist, ".css").map((path) => readFileSync(join(dist, path), "utf8"));
    expect(styles.filter((css) => /(?:url\(|@import)\s*["']?(?:https?:)?\/\//.test(css))).toEqual([]);
  });

  it("has at most 50 kB in the page of a tool", () => {
    const tools = [...pages].filter(([page]) => /^\/tools\/[^/]+\/[^/]+\/$/.test(page));
    expect(tools.length).toBeGreaterThan(40);
    expect(tools.filter(([, html]) => Buffer.byteLength(html) > 50_000).map(([page]) => page)).toEqual([]);
  });

  it("shows the risk of a tool at the top of its page and in the sidebar", () => {
    const page = pages.get("/tools/emails/send_external/") ?? "";
    expect(page).toMatch(/critical risk\s*<\/span>/);
    expect(page).toMatch(/send_external<\/span>\s*<span[^>]*danger[^>]*>\s*critical/);
  });

  it("gives agents no text that names a forbidden tool", () => {
    const forbidden = [
      ...(pages.get("/by-safety/forbidden/") ?? "").matchAll(/<code[^>]*>([a-z_]+\.[a-z_]+)<\/code>/g),
    ];
    expect(forbidden.length).toBeGreaterThan(0);
    const names = forbidden.flatMap(([, name = ""]) => [
      name,
      name.replace(".", "_"),
      name.replace(".", "/"),
    ]);
    const texts = [...filesUnder(dist, ".md"), "llms.txt", "llms-full.txt"];
    expect(texts.filter((file) => names.some((name) => file.includes(name)))).toEqual([]);
    const naming = texts.filter((file) => {
      const text = readFileSync(join(dist, file), "utf8");
      return names.some((name) => text.includes(name));
    });
    expect(naming).toEqual([]);
  });

  it("answers questions in its search: at least 94 of 100 in the first two pages", () => {
    const index = readIndex(readFileSync(join(dist, "search.json"), "utf8"));
    const missed = questions.filter(([question = "", ...right]) => {
      const [first, second] = findPages(index, question).pages;
      return ![first, second].some((found) => right.includes(found?.href.replace(/^\/|#.*/g, "") ?? "none"));
    });
    expect(questions).toHaveLength(247);
    expect(questions.flatMap(([, ...right]) => right).filter((page) => !pages.has(`/${page}`))).toEqual([]);
    expect(missed.slice(11)).toEqual([]);
  });

  it("finds by a question only what is there: the heading that the question leads to", () => {
    const { storedFields } = JSON.parse(readFileSync(join(dist, "search.json"), "utf8")) as {
      readonly storedFields: Readonly<Record<string, { readonly href: string }>>;
    };
    const wrong = Object.values(storedFields).filter(({ href }) => {
      const [page = "", id] = href.split("#");
      return id !== undefined && !pages.get(page)?.includes(`id="${id}"`);
    });
    expect(wrong.map(({ href }) => href)).toEqual([]);
  });
});
