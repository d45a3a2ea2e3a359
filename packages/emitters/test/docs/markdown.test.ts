import fc from "fast-check";
import { markdownToHtml, mdxToJs } from "satteri";
import { describe, expect, it } from "vitest";
import {
  code,
  jsonBlock,
  type Markdown,
  paragraphs,
  text,
  visibleText,
  withPlainCode,
  yamlString,
} from "../../src/text/markdown.ts";

const features = { gfm: true, directive: true, math: true, smartPunctuation: false } as const;

/** Renders as the site does. */
function html(markdown: string): string {
  return markdownToHtml(markdown, { features }).html;
}

/** What a reader sees, provided that the page holds no element but these. */
function readerSees(markdown: string, ...elements: readonly string[]): string {
  const allowed = new RegExp(`</?(?:${["p", ...elements].join("|")})>`, "g");
  const rest = html(markdown).replaceAll(allowed, "").trim();
  if (/<[a-z/!]/i.test(rest)) throw new Error(`markup: ${rest}`);
  return rest
    .replaceAll(/&#(\d+);/g, (_, point: string) => String.fromCodePoint(Number(point)))
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
}

const hostile = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "{process.env.SECRET}",
  "${danger} `${danger}`",
  "[click](javascript:alert(1))",
  "![pixel](https://evil.example/p.png)",
  "[ref]: https://evil.example",
  "https://evil.example/?a=b and www.evil.example, mail eve@evil.example.",
  "<https://evil.example>",
  "# heading",
  "- item",
  "+ item",
  "1. item",
  "1) item",
  "> quote",
  "---",
  "===",
  ":::danger",
  "::name{a=b}",
  ":smile[x]{y}",
  "| a | b |",
  "**bold** _em_ __strong__ ~~gone~~ a*b*c",
  "``` js",
  "~~~",
  "`a``b`",
  "`code` and `not code",
  "&lt;b&gt; &#60; &amp;",
  "import x from 'y'",
  "export const a = 1",
  "\\*not escaped\\* \\",
  "$x^2$ $$y$$",
  "[^1]",
  "<!-- hidden -->",
  "a\n\n# two",
];

describe("text", () => {
  it.each(hostile)("shows %j as the words that it is", (value) => {
    const words = visibleText(value).replaceAll("`", "");
    expect(readerSees(text(value), "code").replaceAll("`", "")).toBe(words);
  });

  it.each(hostile)("keeps %j inside its table cell", (value) => {
    const rendered = html(`| a | b |\n| --- | --- |\n| ${text(value)} | end |`);
    expect(rendered.match(/<td>/g)).toHaveLength(2);
    expect(rendered).toContain("<td>end</td>");
  });

  it.each(hostile)("lets MDX compile %j", (value) => {
    const compiled = mdxToJs(`${text(value)}\n\n${code(value)}\n`).code;
    expect(compiled.replaceAll(/"(?:[^"\\]|\\.)*"/g, "")).not.toMatch(/process|danger|const a/);
  });

  it("shows any text as it is", () => {
    const specials = fc.constantFrom(..."`*_[]()<>&{}|~:@#!-+=$\\\"'/. aw1\n".split(""));
    const property = fc.property(fc.string({ unit: specials, maxLength: 24 }), (value) => {
      const words = visibleText(value).replaceAll("`", "");
      const shown = readerSees(`x ${text(value)}`, "code").replaceAll("`", "");
      expect(shown.replaceAll("`", "").trim()).toBe(`x ${words}`.trim());
    });
    fc.assert(property, { seed: 7, numRuns: 2000 });
  });

  it("makes invisible characters visible", () => {
    expect(text("a\u202Eb\u200Bc\u0007d\u{E0041}")).toBe("a⟨U+202E⟩b⟨U+200B⟩c⟨U+0007⟩d⟨U+E0041⟩");
  });

  it("shows an identifier in backticks as code and leaves other backticks alone", () => {
    expect(text("every address in `to`")).toBe("every address in `to`");
    expect(text("`a b`")).toBe("\\`a b\\`");
  });

  it("takes a long word in a moment", () => {
    expect(text(`@${")".repeat(50_000)}x`).length).toBeGreaterThan(50_000);
  });
});

describe("code", () => {
  it.each(hostile)("shows %j and nothing else", (value) => {
    expect(readerSees(`x ${code(value)}`, "code")).toBe(`x ${visibleText(value)}`);
  });

  it.each([...hostile, "a \\| b", "`|`"])("keeps %j inside its table cell", (value) => {
    const rendered = html(`| a | b |\n| --- | --- |\n| ${code(value)} | end |`);
    expect(rendered.match(/<td>/g)).toHaveLength(2);
    expect(rendered).toContain("<td>end</td>");
  });
});

describe("paragraphs", () => {
  it("keeps paragraphs and joins the lines of each", () => {
    expect(paragraphs("one\ntwo\n\nthree\n")).toBe("one two\n\nthree");
  });
});

describe("jsonBlock", () => {
  it("cannot be closed from inside, and shows invisible characters as escapes", () => {
    const block = jsonBlock({ a: "```\n````", b: "\u202E" });
    expect(block.startsWith("`````json\n")).toBe(true);
    expect(block).toContain('"b": "\\u202e"');
    expect(readerSees(block, "pre", 'code class="language-json"', "code")).toContain('"a": "```\\n````"');
  });
});

describe("yamlString", () => {
  it("stays on one line and inside its quotes", () => {
    expect(yamlString('a: "b"\n---\n# c')).toBe('"a: \\"b\\" --- # c"' as unknown as Markdown);
  });
});

it("writes code for a page without tables without entities", () => {
  for (const written of ["^20[0-9]{2}-(0[1-9]|1[0-2])$", "a`b``c|d", "`|"]) {
    const plain = withPlainCode(code(written));
    expect(plain).toContain(written);
    expect(html(plain)).toBe(html(code(written)));
  }
  expect(withPlainCode(text("<code>&#60;b&#62;</code>"))).toBe(text("<code>&#60;b&#62;</code>"));
});
