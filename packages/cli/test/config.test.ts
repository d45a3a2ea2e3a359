import { readFileSync } from "node:fs";
import { readData } from "@proviso/compiler/import";
import { contractSchema } from "@proviso/compiler";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { configSchema } from "../src/config/config-schema.ts";
import { readConfig } from "../src/config/read-config.ts";

const good = `proviso: 1
product: acme
contracts: [contracts/*.yaml]
packages: { scope: "@acme", license: MIT }
outputs: { schemas: out/schemas, server: out/server }
`;

const matchesSchema = new Ajv2020({ strict: true, strictRequired: false }).compile(configSchema());
/** Findings that depend on two keys, on operating systems, on dates or on YAML. The schema must refuse everything else too. */
const onlyReader =
  /^(config\/overlapping-folders|parse\/)|is a device on Windows|belongs to another program|absolute|such as `2027/;

/** Whether an editor shows no problem. */
function editorAccepts(text: string): boolean {
  return matchesSchema(readData(text).value);
}

/** Each finding as `code line:column message`. */
function check(text: string, expected: readonly string[]): void {
  const { config, diagnostics } = readConfig({ path: "proviso.yaml", text });
  const found = diagnostics.map(
    ({ code, message, span }) => `${code} ${span.line}:${span.column} ${message}`,
  );
  expect(found).toEqual(expected);
  expect(config === undefined).toBe(expected.length > 0);
  if (!expected.some((each) => onlyReader.test(each))) expect(editorAccepts(text)).toBe(config !== undefined);
}

test.each([
  ["project", configSchema],
  ["contract", contractSchema],
])("the schema for editors in schemas/%s.json is the derived one", async (name, derived) => {
  const file = `../schemas/${name}.json`;
  await expect(`${JSON.stringify(derived(), null, 2)}\n`).toMatchFileSnapshot(file);
});

test("a small configuration has defaults for the rest", () => {
  const { config } = readConfig({ path: "proviso.yaml", text: good });
  expect(config).toMatchObject({
    product: "acme",
    contracts: { value: ["contracts/*.yaml"] },
    wireNames: "underscore",
    layout: "packages",
    packages: { scope: "@acme", license: "MIT" },
    outputs: [
      { emitter: "server", folder: "out/server" },
      { emitter: "schemas", folder: "out/schemas" },
    ],
    rules: {},
  });
});

const waiver = '{ id: timeout-loosened, fingerprint: "8c1f0c2be0a5d3f7", reason: So., expires: 2027-01-31 }';

test("every key is read", () => {
  const text = `${good}layout: packages\nimportExtension: none\nwireNames: dotted\nhandlers: src/handlers\ndev: { package: apps/server }\ndocs: { title: Acme tools, logo: assets/logo.svg, accent: "#0b6e4f", url: "https://docs.acme.example", base: /tools/, pages: pages }\ntemplates: templates\nrules: { lint/bulk-without-dry-run: "off" }\ncontextBudget: { tool: 4000 }\ngateway: { files: { command: node } }\nroles: { writer: [notes:write] }\nwaivers: [${waiver}]\n`;
  const { config } = readConfig({ path: "proviso.yaml", text });
  expect(editorAccepts(text)).toBe(true);
  expect(Object.keys(configSchema()["properties"] ?? {}).filter((key) => !text.includes(`${key}:`))).toEqual(
    [],
  );
  expect(config).toMatchObject({
    importEnding: "",
    wireNames: "dotted",
    handlers: { value: "src/handlers" },
    dev: { package: { value: "apps/server" } },
    docs: {
      title: "Acme tools",
      logo: { value: "assets/logo.svg" },
      url: "https://docs.acme.example",
      base: "/tools/",
      pages: { value: "pages" },
    },
    templates: { value: "templates" },
    waivers: [{ value: { id: "timeout-loosened", expires: "2027-01-31" }, span: { line: 17, column: 11 } }],
    rules: { "lint/bulk-without-dry-run": "off" },
    contextBudget: { tool: 4000, list: 100_000 },
  });
});

test("folders need no packages", () => {
  const text = `${good.replace(/packages: .*\n/, "")}layout: folders\n`;
  expect(editorAccepts(text)).toBe(true);
  const { config } = readConfig({ path: "proviso.yaml", text });
  expect(config).toMatchObject({ layout: "folders" });
  expect(config).not.toHaveProperty("packages");
});

describe("a wrong configuration is refused with its place", () => {
  const cases: readonly [string, string, readonly string[]][] = [
    ["an unknown key", `${good}wirenames: dotted\n`, ["config/unknown-key 6:1 unknown key `wirenames`"]],
    ["an unknown output", good.replace("server:", "sever:"), ["config/unknown-key 5:34 unknown key `sever`"]],
    ["a missing key", good.replace("product: acme\n", ""), ["config/missing-key 1:1 `product` is missing"]],
    [
      "packages without a name for them",
      good.replace(/packages: .*\n/, ""),
      ["config/missing-key 1:1 `packages` is missing"],
    ],
    [
      "names of packages that are not made",
      `${good}layout: folders\n`,
      [
        "config/wrong-value 4:11 `packages` must be left out if `layout` is `folders`: there are no packages to name",
      ],
    ],
    [
      "a layout that there is not",
      `${good}layout: files\n`,
      ["config/wrong-value 6:9 `layout` must be `packages` or `folders`"],
    ],
    [
      "an extension that no import has",
      `${good}importExtension: tsx\n`,
      ["config/wrong-value 6:18 `importExtension` must be `ts`, `js` or `none`"],
    ],
    [
      "another version",
      good.replace("proviso: 1", "proviso: 2"),
      ["config/wrong-value 1:10 `proviso` must be `1`"],
    ],
    [
      "a product that is no word",
      good.replace("product: acme", "product: Acme Inc"),
      ["config/wrong-value 2:10 `product` must be a word such as `backoffice`"],
    ],
    [
      "contracts outside the project",
      good.replace("contracts/*.yaml", "../*.yaml"),
      [
        "config/wrong-value 3:12 `contracts` must be a list of globs inside the project, such as `[contracts/*.yaml]`",
      ],
    ],
    [
      "a rule that cannot be turned down",
      `${good}rules: { risk/critical-without-step-up: "off" }\n`,
      ["config/unknown-key 6:10 unknown key `risk/critical-without-step-up`"],
    ],
    [
      "a severity that there is not",
      `${good}rules: { lint/bulk-without-dry-run: fatal }\n`,
      [
        "config/wrong-value 6:37 `lint/bulk-without-dry-run` must be one of `off`, `info`, `warning`, `error`",
      ],
    ],
    [
      "a server without the types that it imports",
      good.replace("schemas: out/schemas, ", ""),
      [
        "config/missing-schemas 5:12 `server` imports its types and contracts from the output `schemas`, which is missing",
      ],
    ],
    [
      "a key of `packages` that there is not",
      good.replace("license: MIT", "licence: MIT"),
      ["config/unknown-key 4:29 unknown key `licence`"],
    ],
    [
      "packages without a scope",
      good.replace('scope: "@acme", ', ""),
      ["config/missing-key 4:11 `scope` is missing"],
    ],
    [
      "a scope without its sign",
      good.replace("@acme", "acme"),
      ["config/wrong-value 4:20 `scope` must be an npm scope such as `@acme`"],
    ],
    [
      "a list of outputs",
      good.replace("{ schemas: out/schemas, server: out/server }", "[server]"),
      [
        "config/wrong-value 5:10 `outputs` must be a map of `server`, `client`, `schemas`, `docs`, `hosts` to folders",
      ],
    ],
    [
      "no glob",
      good.replace("contracts/*.yaml", ""),
      [
        "config/wrong-value 3:12 `contracts` must be a list of globs inside the project, such as `[contracts/*.yaml]`",
      ],
    ],
    [
      "a budget of nothing",
      `${good}contextBudget: { tool: 0 }\n`,
      ["config/wrong-value 6:24 `tool` must be a whole number of characters above 0"],
    ],
    [
      "a budget in fractions",
      `${good}contextBudget: { list: 1.5 }\n`,
      ["config/wrong-value 6:24 `list` must be a whole number of characters above 0"],
    ],
    [
      "a folder that is a number",
      `${good}handlers: 1\n`,
      ["config/wrong-value 6:11 `handlers` must be a folder"],
    ],
    [
      "another way to name tools",
      `${good}wireNames: dots\n`,
      ["config/wrong-value 6:12 `wireNames` must be `underscore` or `dotted`"],
    ],
    [
      "waivers that are no list",
      `${good}waivers: ${waiver}\n`,
      ["config/wrong-value 6:10 `waivers` must be a list of waivers"],
    ],
    [
      "a waiver without a reason",
      `${good}waivers: [${waiver.replace(" reason: So.,", "")}]\n`,
      ["config/missing-key 6:11 `reason` is missing"],
    ],
    [
      "a waiver that ends on a day that there is not",
      `${good}waivers: [${waiver.replace("2027-01-31", "2027-02-31")}]\n`,
      ["config/wrong-value 6:90 `expires` must be a day such as `2027-01-31`"],
    ],
    [
      "a waiver of half a fingerprint",
      `${good}waivers: [${waiver.replace("be0a5d3f7", "")}]\n`,
      [
        "config/wrong-value 6:48 `fingerprint` must be 16 hex digits in quotes, as `proviso diff` prints them",
      ],
    ],
    [
      "a repeated key",
      `${good}product: other\n`,
      ["parse/duplicate-key 6:1 `product` is here twice; the first is in line 2"],
    ],
    [
      "an output inside another",
      good.replace("server: out/server }", "server: out/s, client: Out/S/client }"),
      ["config/overlapping-folders 5:57 `Out/S/client` lies inside `out/s`; give each its own folder"],
    ],
    [
      "handlers inside an output",
      `${good}handlers: out/server/src\n`,
      ["config/overlapping-folders 6:11 `out/server/src` lies inside `out/server`; give each its own folder"],
    ],
  ];
  test.each(cases)("%s", (_, text, expected) => check(text, expected));
});

describe("a folder that is not safe to write to is refused", () => {
  const cases: readonly [string, RegExp][] = [
    ["/etc", /absolute/],
    ["C:/temp", /absolute/],
    ["../out", /leaves the project/],
    ["out/../../x", /leaves the project/],
    [".", /empty part/],
    ["./out", /empty part/],
    ["out/", /empty part/],
    ["out//server", /empty part/],
    ["out\\server", /character/],
    ["out/\\0", /character/],
    ["out/con", /device on Windows/],
    ["out/LPT1.txt", /device on Windows/],
    ["out/dots.", /ends with a dot/],
    ["", /is empty/],
  ];
  test.each(cases)("%j", (folder, message) => {
    const text = good.replace("out/server", JSON.stringify(folder).replace("\\\\0", "\\0"));
    const { diagnostics } = readConfig({ path: "proviso.yaml", text });
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]?.code).toBe("config/unsafe-folder");
    expect(diagnostics[0]?.message).toMatch(message);
    if (!onlyReader.test(diagnostics[0]?.message ?? "")) expect(editorAccepts(text)).toBe(false);
  });
});

test("the configurations on the page about generated code are right", () => {
  const page = readFileSync(
    new URL("../../../apps/docs/src/content/docs/generated-code.mdx", import.meta.url),
    "utf8",
  );
  const examples = [...page.matchAll(/^```yaml title="proviso.yaml"\n([^]*?)^```$/gm)].map(
    ([, text = ""]) => text,
  );
  expect(examples.map((text) => readConfig({ path: "proviso.yaml", text }).config?.layout)).toEqual([
    "folders",
    "packages",
  ]);
  expect(examples.filter(editorAccepts)).toEqual(examples);
});
