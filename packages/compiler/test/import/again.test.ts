import { describe, expect, test } from "vitest";
import type { SourceText } from "../../src/index.ts";
import { importAgain, type ImportedAgain, readList } from "../../src/import.ts";
import { compiled, importList } from "./foreign-lists.ts";

const find = {
  name: "find",
  description: "Finds notes.",
  inputSchema: {
    type: "object",
    properties: {
      text: { type: "string", description: "What to look for" },
      limit: { type: "integer", maximum: 10 },
    },
    required: ["text"],
  },
  annotations: { readOnlyHint: true },
};
const drop = {
  name: "drop",
  description: "Drops a note.",
  inputSchema: { type: "object", properties: { id: { type: "string" } }, additionalProperties: false },
};

/** Imports `before`, lets somebody edit the contract, and imports `after`. */
function again(
  before: readonly object[],
  edit: (text: string) => string,
  after: readonly object[],
  isKnown = true,
): ImportedAgain & { readonly text: string } {
  const listOf = (tools: readonly object[]) => readList(JSON.parse(JSON.stringify(tools)))?.tools ?? [];
  const [source] = importList(before).contracts;
  const edited: SourceText = { path: "contracts/shop.yaml", text: edit(source?.text ?? "") };
  const result = importAgain({
    tools: listOf(after),
    product: "shop",
    domain: "shop",
    isOneDomain: false,
    contracts: [edited],
    before: isKnown ? listOf(before) : undefined,
  });
  return { ...result, text: result.contracts.find(({ path }) => path === edited.path)?.text ?? edited.text };
}

const same = (text: string): string => text;
const said = ({ changes }: ImportedAgain): readonly string[] =>
  changes.map(({ kind, tool, path, server }) =>
    [kind, [tool, ...(path ?? [])].join("."), ...(server === undefined ? [] : [JSON.stringify(server)])].join(
      " ",
    ),
  );

test("nothing is new where nothing is", () => {
  const result = again([find, drop], same, [find, drop]);
  expect({ contracts: result.contracts, changes: result.changes, errors: result.errors }).toEqual({
    contracts: [],
    changes: [],
    errors: [],
  });
});

test("what the server changed is changed, and what people wrote stays", () => {
  const edit = (text: string): string =>
    text
      .replace("proviso: 1", "# Ours.\nproviso: 1")
      .replace(
        "    permissions: []\n    # What",
        "    permissions: [] # nobody yet\n    owner: notes\n    # What",
      )
      .replace(
        "    sideEffects: [Not classified yet.]",
        "    sideEffects:\n      - deletes: The note. # for good",
      )
      .replace(
        "riskLevel: high",
        "riskLevel: critical\n    stepUpAuth: { never: true, reason: Notes are cheap. }",
      )
      .replace(
        "        text: { type: string, description: What to look for }",
        "        # Somebody asked about this one.\n        text: { type: string, description: What to look for, maxLength: 80 }",
      );
  const after = {
    ...find,
    description: "Finds notes, newest first.",
    inputSchema: {
      ...find.inputSchema,
      properties: {
        text: { type: "string", description: "The text" },
        limit: { type: "integer", maximum: 50 },
        tag: { type: "string" },
      },
    },
  };
  const result = again([find, drop], edit, [after, { ...drop, title: "Drop" }]);
  expect(result.errors).toEqual([]);
  expect(said(result)).toEqual([
    "changed shop.find.description",
    "changed shop.find.inputSchema.properties.text.description",
    "changed shop.find.inputSchema.properties.limit.maximum",
    "changed shop.find.inputSchema.properties.tag",
    "changed shop.drop.title",
  ]);
  expect(result.text).toContain("# Ours.\nproviso: 1");
  expect(result.text).toContain(`      properties:
        # Somebody asked about this one.
        text: { type: string, description: The text, maxLength: 80 }
        limit: { type: integer, maximum: 50 }
        tag: string
`);
  for (const kept of [
    "permissions: [] # nobody yet",
    "owner: notes",
    "- deletes: The note. # for good",
    "riskLevel: critical",
  ])
    expect(result.text).toContain(kept);
});

test("what both changed stays, and is said with what the server has now", () => {
  const edit = (text: string): string =>
    text
      .replace("Finds notes.", "Finds our notes.")
      .replace("maximum: 10", "maximum: 5")
      .replace("description: What to look for", "description: Words");
  const properties = { text: { type: "string" }, limit: { type: "integer", maximum: 20 } };
  const result = again([find], edit, [
    { ...find, description: "Finds all.", inputSchema: { ...find.inputSchema, properties } },
  ]);
  expect(said(result)).toEqual([
    'kept shop.find.description "Finds all."',
    'kept shop.find.inputSchema.properties.text "string"',
    "kept shop.find.inputSchema.properties.limit.maximum 20",
  ]);
  expect(result.text).toContain("description: Finds our notes.");
  expect(result.text).toContain("maximum: 5");
});

test("a claim that a server takes back no longer counts", () => {
  const result = again([find], same, [{ ...find, annotations: {} }]);
  expect(said(result)).toEqual(["changed shop.find.riskLevel", "changed shop.find.sideEffects"]);
  expect(compiled(result).get("find")).toMatchObject({ riskLevel: "high", confirmation: { kind: "always" } });
  expect(result.text).not.toContain("readOnlyHint");
});

describe("a tool that", () => {
  test("is new is added, in a domain that is there or a new one", () => {
    const fresh = ["one", "two", "three"].map((verb) => ({ ...find, name: `page_${verb}` }));
    const result = again([find], same, [find, { ...drop, description: "New." }, ...fresh]);
    expect(said(result)).toEqual(["added page.one", "added page.two", "added page.three", "added shop.drop"]);
    expect(result.contracts.map(({ path }) => path)).toEqual(["contracts/page.yaml", "contracts/shop.yaml"]);
    expect([...compiled(result).keys()]).toEqual(["page_one", "page_three", "page_two", "drop", "find"]);
  });

  test("is gone stays, marked, and is itself again when it comes back", () => {
    const gone = again([find, drop], same, [find]);
    expect(said(gone)).toEqual(["removed shop.drop"]);
    expect(gone.errors).toEqual([]);
    expect(compiled(gone).get("drop")?.deprecated?.reason).toBe("The server no longer lists this tool.");
    const back = again([find], () => gone.text, [find, drop]);
    expect(said(back)).toEqual(["changed shop.drop.deprecated"]);
    expect(compiled(back).get("drop")?.deprecated).toBeUndefined();
    expect(back.text).toBe(importList([find, drop]).contracts[0]?.text);
  });

  test("somebody took out stays out, and is said", () => {
    const taken = again([find, drop], (text) => text.slice(0, text.indexOf("\n  drop:")), [find, drop]);
    expect(said(taken)).toEqual(["left drop"]);
    expect(taken.contracts).toEqual([]);
  });

  test("has a name that MCP does not allow is the same again", () => {
    const odd = { ...find, name: "a/b" };
    const first = importList([odd]);
    const list = readList([odd] as never)?.tools ?? [];
    const request = { tools: list, product: "shop", domain: "shop", isOneDomain: false };
    const result = importAgain({ ...request, contracts: first.contracts, before: list, names: first.names });
    expect({ contracts: result.contracts, changes: result.changes }).toEqual({ contracts: [], changes: [] });
    expect(first.names).toEqual({ "a/b": "shop.a_b" });
  });

  test("is in a contract that nobody can read changes nothing", () => {
    const result = again([find], (text) => text.replace("tools:", "tools: ["), [find, drop]);
    expect(result.contracts).toEqual([]);
    expect(result.errors.map(({ code }) => code)).toEqual(["parse/syntax"]);
  });

  test("people wrote themselves is left alone", () => {
    const own =
      "\n  tidy:\n    description: Tidies all notes up, once a day.\n    category: shop\n    riskLevel: low\n    inputSchema: {}\n    result: text\n    permissions: []\n    sideEffects: []\n    auditEvent: shop.tidied\n    failureModes: []\n";
    const result = again([find], (text) => text + own, [{ ...find, description: "Finds." }]);
    expect(said(result)).toEqual(["changed shop.find.description"]);
    expect(result.text.endsWith(own)).toBe(true);
  });
});

test("a map whose last entry goes is an empty map, and one whose only entry is another one has that", () => {
  const schema = (properties: object) => ({
    ...find,
    inputSchema: { type: "object", properties, required: undefined },
  });
  const text = {
    type: "string",
    description: "A text that is so long that it has a line of its own in every contract.",
  };
  for (const [before, after] of [
    [{ a: text, b: text }, {}],
    [{ a: text, b: text }, { c: text }],
  ] as const) {
    const result = again([schema(before)], same, [schema(after)]);
    expect(result.errors).toEqual([]);
    expect(compiled(result).get("find")?.inputSchema["properties"]).toEqual(after);
  }
});

test("types follow", () => {
  const schema = (pattern: string) => ({
    type: "object",
    properties: { a: { $ref: "#/$defs/Id" }, b: { $ref: "#/$defs/Id" } },
    $defs: { Id: { type: "string", pattern } },
  });
  const [first, second] = [schema("^a$"), schema("^b$")].map((inputSchema) => ({ name: "run", inputSchema }));
  const result = again([first ?? {}], (text) => text.replace("  id: {", "  own: string # ours\n  id: {"), [
    second ?? {},
  ]);
  expect(said(result)).toEqual(["changed the types of shop.id.pattern"]);
  expect(result.text).toContain('  own: string # ours\n  id: { type: string, pattern: "^b$" }');
});

test("without a record of the last import, the server has the last word about what it says, and people about the rest", () => {
  const edit = (text: string): string =>
    text.replace("Finds notes.", "Finds our notes.").replace("riskLevel: low", "riskLevel: high");
  const result = again([find], edit, [{ ...find, annotations: {} }], false);
  expect(said(result)).toEqual(["changed shop.find.description"]);
  expect(result.text).toContain("riskLevel: high");
  expect(result.text).toContain("sideEffects: []");
});
