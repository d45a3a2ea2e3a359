import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contractOf } from "../contract-text.ts";
import { refinementFields } from "../../src/decode/tool-fields.ts";
import { toolFields } from "../../src/decode/tool-fields.ts";
import { builtInTypes } from "../../src/schemas/scope.ts";
import { type Editor, type EditorPosition, startEditor } from "./language-server.ts";

// The line that stands at the top of every contract of this repository.
const modeline = "# yaml-language-server: $schema=../packages/cli/schemas/contract.json\n";
const folder = new URL("../../../../contracts/", import.meta.url).href;

let editor: Editor;
let opened = 0;
beforeAll(async () => {
  editor = await startEditor();
});
afterAll(() => editor.close());

/** Opens a contract in which `‸` marks the cursor. */
async function open(marked: string): Promise<{ uri: string; cursor: EditorPosition; underlined: string[] }> {
  const uri = `${folder}open-${(opened += 1)}.yaml`;
  const before = (modeline + marked).split("‸")[0]?.split("\n") ?? [];
  const text = (modeline + marked).replace("‸", "");
  const diagnostics = await editor.open(uri, text);
  const lines = text.split("\n");
  const underlined = diagnostics.map(
    ({ message, range }) =>
      `${lines[range.start.line]?.slice(range.start.character, range.end.character)}: ${message}`,
  );
  return { uri, cursor: { line: before.length - 1, character: before.at(-1)?.length ?? 0 }, underlined };
}

test("a good contract has nothing underlined", async () => {
  expect((await open(contractOf({}))).underlined).toEqual([]);
});

test("no contract of the sample product has anything underlined", async () => {
  for (const name of readdirSync(new URL(folder))) {
    const text = readFileSync(new URL(name, folder), "utf8");
    expect({ name, start: text.slice(0, modeline.length) }).toEqual({ name, start: modeline });
    expect({ name, underlined: (await open(text.slice(modeline.length))).underlined }).toEqual({
      name,
      underlined: [],
    });
  }
});

const starter = new URL("../../../cli/starter/", import.meta.url);
const settings = readFileSync(new URL("base/proviso.yaml", starter), "utf8");

test("nothing is underlined in the files of a new project", async () => {
  const contracts = [
    "minimal/contracts/notes.yaml",
    "shop/contracts/payments.yaml",
    "empty/contracts/tools.yaml",
  ];
  for (const path of ["base/proviso.yaml", ...contracts]) {
    const text = readFileSync(new URL(path, starter), "utf8");
    // As if it were installed in a project beside the packages of this repository.
    const here = text.replace(/\$schema=\S*node_modules\/proviso\//, "$schema=../packages/cli/");
    expect(here).not.toBe(text);
    const diagnostics = await editor.open(`${folder}new-${path.replaceAll("/", "-")}`, here);
    expect({ path, diagnostics }).toEqual({ path, diagnostics: [] });
  }
});

test("a misspelt setting is underlined, and the settings are offered", async () => {
  const modelineHere = "# yaml-language-server: $schema=../packages/cli/schemas/project.json\n";
  const wrong = modelineHere + settings.replace("product:", "prodct:");
  const messages = (await editor.open(`${folder}wrong-settings.yaml`, wrong)).map(({ message }) => message);
  expect(messages.join()).toMatch(/prodct/);
  expect(messages.join()).toMatch(/"product"/);
  const text = `${modelineHere}proviso: 1\n`;
  await editor.open(`${folder}settings.yaml`, text);
  const offered = await editor.complete(`${folder}settings.yaml`, { line: 2, character: 0 });
  expect(offered).toEqual(expect.arrayContaining(["product", "contracts", "layout", "outputs", "rules"]));
});

test("a wrong risk level is underlined, with the words that are right", async () => {
  const { underlined } = await open(contractOf({ riskLevel: "lo" }));
  expect(underlined).toHaveLength(1);
  expect(underlined[0]).toMatch(/^lo: .*"low", "medium", "high", "critical", "forbidden"/);
});

test("a misspelt field and a missing one are underlined", async () => {
  const { underlined } = await open(contractOf({ category: null, categry: "testing" }));
  expect(underlined.some((each) => each.startsWith("categry: "))).toBe(true);
  expect(underlined.some((each) => each.includes('"category"'))).toBe(true);
});

test("inside a tool, every field that is not there yet is offered", async () => {
  const contract = contractOf({ owner: "me" });
  const { uri, cursor } = await open(`${contract}    ‸\n`);
  const offered = await editor.complete(uri, cursor);
  const missing = Object.keys(toolFields).filter((field) => !contract.includes(`    ${field}:`));
  expect(missing).toContain("stepUpAuth");
  expect(offered).toEqual(expect.arrayContaining(missing));
  expect(offered).not.toContain("owner");
});

test("inside a refinement, its fields are offered, and no others", async () => {
  const { uri, cursor } = await open(`${contractOf({})}    refine:\n      - when: "true"\n        ‸\n`);
  const offered = await editor.complete(uri, cursor);
  const missing = Object.keys(refinementFields).filter((field) => field !== "when");
  expect(offered).toEqual(expect.arrayContaining(missing));
  expect(offered).not.toContain("permissions");
});

test("after riskLevel, the levels are offered", async () => {
  const { uri, cursor } = await open(contractOf({ riskLevel: "‸" }));
  expect(await editor.complete(uri, cursor)).toEqual(
    expect.arrayContaining(["low", "medium", "high", "critical", "forbidden"]),
  );
});

test("after an argument's name, the built-in types are offered, also inside JSON Schema", async () => {
  for (const inputSchema of ["\n      noteId: ‸", "\n      note:\n        type: ‸"]) {
    const { uri, cursor } = await open(contractOf({ inputSchema }));
    expect(await editor.complete(uri, cursor)).toEqual(expect.arrayContaining([...builtInTypes.keys()]));
  }
});

test("hovering over a field shows what it says and its default", async () => {
  const { uri, cursor } = await open(contractOf({ "tim‸eout": "30s" }));
  const shown = await editor.hover(uri, cursor);
  expect(shown).toContain("How long the handler may take");
  expect(shown).toContain("30s");
});
