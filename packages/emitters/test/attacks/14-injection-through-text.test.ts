// What one text becomes, letter for letter: `test/docs/markdown.test.ts`. What is linted: the compiler's rules.
import { posix } from "node:path";
import type { ContractModel } from "@proviso/compiler";
import { markdownToHtml } from "satteri";
import { beforeAll, describe, expect, test } from "vitest";
import { emitAll } from "../emit-all.ts";
import { sampleModel, sampleTool } from "../sample-model.ts";

const attacks = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "</td></tr></table><iframe src=//evil.example>",
  "<!-- hidden -->",
  "[click](javascript:alert(1))",
  "![pixel](https://evil.example/p.png)",
  "https://evil.example and www.evil.example",
  "x | y | z",
  "a\n# heading",
  "a\n---\nb: c",
  "a\n```\nb",
  ":::danger",
  "**bold** _em_ ~~gone~~",
  "{process.env.SECRET} {{secret}} {{{secret}}} {{#each}}",
  "\u202Eesrever\u200B\u{E0041}",
  '"; title: "x',
];

/** A tool in which every free text has this value. */
function modelWith(text: string): ContractModel {
  return sampleModel(
    sampleTool({
      title: text,
      description: text,
      category: text,
      owner: text,
      deprecated: { reason: text, successor: text },
      permissions: [text],
      requirements: [text],
      confirmation: { kind: "when", condition: text },
      stepUpAuth: { kind: "never", reason: text },
      sideEffects: [{ kind: "creates", description: text, reversible: true, external: false }],
      failureModes: [{ code: text, description: text, retry: "never", implied: false }],
      idempotency: { key: [text], ttlMs: 1000, until: text, onRepeat: text },
      metadata: { [text]: text },
      examples: [{ title: text, input: { [text]: text } }],
    }),
  );
}

const features = { gfm: true, directive: true, math: true, frontmatter: true } as const;

/** Every page that is emitted, as HTML. */
async function pagesFor(text: string): Promise<ReadonlyMap<string, string>> {
  const files = [...(await emitAll(modelWith(text)))].filter(([path]) => /\.(md|txt)$/.test(path));
  return new Map(files.map(([path, page]) => [path, markdownToHtml(page, { features }).html]));
}

function leadsSomewhere(pages: ReadonlyMap<string, string>, from: string, target: string): boolean {
  const [path = "", anchor] = target.split("#");
  const html = pages.get(posix.join(posix.dirname(from), path));
  return html !== undefined && (anchor === undefined || html.includes(`id="${anchor}"`));
}

/** The elements of each page but `code`, in which an address is shown; which page is which depends on the text. */
function elementsOf(pages: ReadonlyMap<string, string>): string[] {
  const tags = /<\/?(?!code)[a-z][a-z0-9]*/g;
  return [...pages.values()].map((html) => (html.match(tags) ?? []).join("")).toSorted();
}

describe("contract text in generated Markdown stays text: a page has the elements that it has for a harmless one", () => {
  let harmless: readonly string[] = [];
  beforeAll(async () => {
    harmless = elementsOf(await pagesFor("harmless"));
  });
  test("which are many", () => expect(harmless.join("").split("<").length).toBeGreaterThan(500));

  test.each(attacks)("%j", async (attack) => {
    const pages = await pagesFor(attack);
    expect(elementsOf(pages)).toEqual(harmless);
    for (const [path, html] of pages) {
      expect(html).not.toMatch(/[\u200B\u202E]|\u{E0041}/u);
      for (const [, target = ""] of html.matchAll(/(?:href|src)="([^"]*)"/g))
        expect([path, target, leadsSomewhere(pages, path, target)]).toEqual([path, target, true]);
    }
  });
});
