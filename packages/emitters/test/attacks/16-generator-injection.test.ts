import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { toManifest } from "@proviso/compiler";
import type { ContractModel } from "@proviso/compiler";
import { compactContract, wholeContract } from "@proviso/manifest";
import fc from "fast-check";
import { ts } from "ts-morph";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emitAll, modelOf } from "../emit-all.ts";
import { readScenarios } from "../scenario.ts";

const nasty = [
  '"; throw 1; "',
  "'; throw 1; '",
  "`${process.exit(1)}`",
  "*/ throw 1; /*",
  "*/",
  "/* // <!-- -->",
  "line\n// @ts-nocheck\nthrow 1;",
  "\r\nthrow 1;\r",
  "a\u2028throw 1;\u2029b",
  "@deprecated {@link x}\n@internal",
  "\u202eesrever\u200b\ufeff\u0000\u001b[31m",
  "\\",
  "\\u0022; throw 1;",
  "\ud800 alone",
  "</script>${`${1}`}",
  "__proto__",
];

/** Words of the language; every other text is the author's. */
const fixed = new Set([
  "name",
  "domain",
  "code",
  "kind",
  "riskLevel",
  "retry",
  "mode",
  "type",
  "$ref",
  "required",
  "hash",
]);

/** The value with `change` made to each text in it that an author is free to write. */
function mapTexts(value: unknown, change: (text: string) => string, key = ""): unknown {
  if (fixed.has(key)) return value;
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, mapTexts(each, change, name)]),
  );
}

const contracts = readScenarios().find(({ name }) => name === "types/schemas")?.contracts ?? [];

function modelWith(text: string): ContractModel {
  return mapTexts(modelOf(contracts), (original) => (original === "" ? "" : text)) as ContractModel;
}

/** Kinds of nodes, depth first, with names but without the texts of literals; and every tag of a doc comment. */
function shapeOf(path: string, text: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  const shape: string[] = [];
  const visit = (node: ts.Node): void => {
    shape.push(ts.isIdentifier(node) ? `Identifier ${node.text}` : (ts.SyntaxKind[node.kind] ?? ""));
    shape.push(...ts.getJSDocTags(node).map(({ tagName }) => `@${tagName.text}`));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return shape;
}

const layouts = ["packages", "folders"] as const;

async function shapesFor(text: string): Promise<ReadonlyMap<string, string[]>> {
  const model = modelWith(text);
  const shapes = layouts.map(async (layout) => {
    const files = [...(await emitAll(model, { layout }))].filter(([path]) => /\.[jt]s$/.test(path));
    return files.map(([path, code]) => [`${layout}/${path}`, shapeOf(path, code)] as const);
  });
  return new Map((await Promise.all(shapes)).flat());
}

describe("what is emitted for hostile text has the syntax tree of what is emitted for harmless text", () => {
  let harmless: ReadonlyMap<string, string[]> = new Map();
  beforeAll(async () => {
    harmless = await shapesFor("harmless");
  });
  test("the harmless text reaches every kind of file", () => {
    expect([...harmless.keys()]).toContain("packages/schemas/src/shapes.ts");
    expect([...harmless.keys()]).toContain("packages/schemas/manifest/index.js");
    expect([...harmless.keys()]).toContain("packages/handlers/shapes.ts");
    expect([...harmless.keys()]).toContain("folders/schemas/manifest/shapes.ts");
  });
  test.each(nasty.map((text) => [JSON.stringify(text), text] as const))("%s", async (_shown, text) => {
    expect(await shapesFor(text)).toEqual(harmless);
  });

  /** Another seed: `PROVISO_FUZZ_SEED=7`. */
  const seed = Number(process.env["PROVISO_FUZZ_SEED"] ?? 16);
  test(`any of these pieces in any order (seed ${seed}, 20 texts)`, async () => {
    const signs = `' " \` \${ } */ /* // <!-- --> \\ {@link @ {{ }} </ > [ ]( | # --- ; a`.split(" ");
    const characters = ["\n", "\r", "\u2028", "\u2029", "\0", " ", "\ud800", "\u202e"];
    const pieces = fc.constantFrom(...signs, ...characters);
    const text = fc.array(pieces, { minLength: 1, maxLength: 12 }).map((all) => `x${all.join("")}`);
    await fc.assert(
      fc.asyncProperty(text, async (each) => {
        expect(await shapesFor(each)).toEqual(harmless);
      }),
      { seed, numRuns: 20, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: false },
    );
  });
});

describe("the manifest that a program loads is the manifest of the model", () => {
  let folder = "";
  beforeAll(() => {
    const work = join(import.meta.dirname, "../../.work");
    mkdirSync(work, { recursive: true });
    folder = mkdtempSync(join(work, "emitted-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** As Node loads modules and JSON, without the tools of this test. */
  const load = createRequire(import.meta.url);

  test.each(nasty.map((text, index) => [JSON.stringify(text), text, index] as const))(
    "%s",
    async (_shown, text, index) => {
      const model = modelWith(text);
      const manifests = await Promise.all(
        layouts.map(async (layout) => {
          const root = join(folder, `${index}-${layout}`);
          for (const [path, emitted] of await emitAll(model, { layout, importEnding: ".ts" })) {
            if (!path.startsWith("schemas/manifest/")) continue;
            mkdirSync(dirname(join(root, path)), { recursive: true });
            writeFileSync(join(root, path), emitted);
          }
          const file = `schemas/manifest/index.${layout === "packages" ? "js" : "ts"}`;
          return (load(join(root, file)) as { readonly manifest: unknown }).manifest;
        }),
      );
      const whole = toManifest(model, { product: "shop", wireNames: "underscore" });
      // The texts of implied failures are the runtime's own.
      const tools = whole.tools.map((tool) => wholeContract(compactContract(tool)));
      for (const manifest of manifests)
        expect(manifest).toEqual({ ...whole, tools, permissions: expect.anything() });
    },
  );
});
