import { describe, expect, it } from "vitest";
import type { ToolCall } from "../src/calls/tool-call.ts";
import { callCodes } from "../src/calls/call-code.ts";
import { jsonText, literal } from "../src/calls/literal.ts";
import { sourceUrl } from "../src/calls/source-url.ts";
import { callPicture } from "../src/calls/call-picture.ts";

const call: ToolCall = {
  name: "notes.delete",
  contract: "contracts/notes.yaml",
  wireName: "notes_delete",
  typed: ["notes", "delete"],
  input: { id: "it's" },
  failures: [],
  steps: [],
  inputSchema: { type: "object" },
  client: { module: "@shop/client", create: "createShopClient", variable: "shop" },
};
const idsOf = (changes: Partial<ToolCall>): readonly string[] =>
  callCodes({ ...call, ...changes }).map(({ id }) => id);

describe("the code of a tool's page", () => {
  it("has no TypeScript without a client, or without a typed method", () => {
    expect(idsOf({ client: undefined })).toEqual(["json-schema", "mcp", "terminal"]);
    expect(idsOf({ typed: undefined })).toEqual(["json-schema", "mcp", "terminal"]);
  });

  it("quotes what a shell would read", () => {
    const curl = callCodes(call).find(({ id }) => id === "terminal")?.code ?? "";
    expect(curl).toContain(String.raw`"arguments":{"id":"it'\''s"}`);
  });
});

describe("a value as an expression", () => {
  it("is on one line if it is short, else on several", () => {
    expect(literal({ a: [1, { "b-c": null }], d: {} })).toBe('{ a: [1, { "b-c": null }], d: {} }');
    const long = "x".repeat(60);
    expect(literal({ a: long, b: [long] })).toBe(`{\n  a: "${long}",\n  b: ["${long}"],\n}`);
  });

  it("means the same, whatever its keys and texts are", () => {
    const hostile = [
      "__proto__",
      "constructor",
      '"',
      "`${1}`",
      "\u202e\u2028\ud800\u{e0041}",
      "*/ throw 1",
      "</script>",
    ];
    const value = JSON.parse(
      JSON.stringify(Object.fromEntries(hostile.map((each, index) => [each + index, each]))),
    ) as ToolCall["inputSchema"];
    const withProto = JSON.parse('{ "__proto__": { "a": 1 } }') as ToolCall["inputSchema"];
    for (const each of [value, withProto, { list: hostile }]) {
      const read: unknown = new Function(`return (${literal(each)})`)();
      expect(JSON.stringify(read)).toBe(JSON.stringify(each));
      expect(JSON.stringify(JSON.parse(jsonText(each)))).toBe(JSON.stringify(each));
      expect(literal(each)).not.toMatch(/[\u202e\u2028\u{e0041}]/u);
    }
  });
});

describe("the address of a contract's lines", () => {
  const lines = { line: 3, endLine: 9 };
  it.each([
    ["https://github.com/a/b.git", "https://github.com/a/b/blob/HEAD/contracts/x%20y.yaml#L3-L9"],
    ["git+ssh://git@github.com/a/b.git", "https://github.com/a/b/blob/HEAD/contracts/x%20y.yaml#L3-L9"],
    ["github:a/b", "https://github.com/a/b/blob/HEAD/contracts/x%20y.yaml#L3-L9"],
    ["git@gitlab.com:a/b.git", "https://gitlab.com/a/b/-/blob/HEAD/contracts/x%20y.yaml#L3-9"],
    ["https://bitbucket.org/a/b", "https://bitbucket.org/a/b/src/HEAD/contracts/x%20y.yaml#lines-3:9"],
    ["https://git.example.com/a/b", undefined],
    ["javascript:alert(1)", undefined],
    ["http://github.com/a/b", undefined],
    [7, undefined],
  ])("in the repository %s", (url, address) => {
    const text = JSON.stringify({ repository: { type: "git", url } });
    expect(sourceUrl(text, "contracts/x y.yaml", lines)).toBe(address);
  });

  it("is in the folder that the repository names, and there is none without a repository", () => {
    const inFolder = JSON.stringify({ repository: { url: "https://github.com/a/b", directory: "shop" } });
    expect(sourceUrl(inFolder, "x.yaml", lines)).toBe("https://github.com/a/b/blob/HEAD/shop/x.yaml#L3-L9");
    expect(sourceUrl('{ "repository": "github:a/b" }', "x.yaml", lines)).toContain("/a/b/blob/");
    expect(sourceUrl("{}", "x.yaml", lines)).toBeUndefined();
  });
});

describe("the picture of a call", () => {
  const asks = { from: "server", to: "person", lines: ["asks"], isSometimes: true } as const;
  const runs = {
    from: "server",
    to: "handler",
    lines: ["sends to outsiders", "overwrites", "creates"],
    isSometimes: false,
  } as const;

  it("has a lane for each party that takes part", () => {
    expect(callPicture([runs]).lanes.map(({ party }) => party)).toEqual(["server", "handler"]);
    expect(callPicture([asks, runs]).lanes.map(({ party }) => party)).toEqual([
      "person",
      "server",
      "handler",
    ]);
  });

  it("marks questions and what cannot be undone, and breaks lines that do not fit", () => {
    expect(callPicture([asks, runs]).marks).toMatchObject([
      { isAsking: true, isSometimes: true, isDangerous: false, lines: ["asks"] },
      { isAsking: false, isDangerous: true, lines: ["sends to outsiders", "overwrites, creates"] },
    ]);
    const plan = { from: "server", to: "handler", lines: ["plan"], isSometimes: false } as const;
    expect(callPicture([plan]).marks).toMatchObject([{ isDangerous: false }]);
  });

  it("has no mark over another, and none outside", () => {
    const checks = {
      from: "server",
      to: "server",
      lines: ["checks", "a".repeat(99)],
      isSometimes: false,
    } as const;
    const { marks, height } = callPicture([asks, checks, runs, checks]);
    const edges = marks.map((mark) =>
      mark.kind === "box"
        ? [mark.y, mark.y + mark.height]
        : [mark.y - 8 - 19 * mark.lines.length, mark.y + 5],
    );
    for (const [index, [top = 0]] of edges.entries()) expect(top).toBeGreaterThan(edges[index - 1]?.[1] ?? 0);
    expect(edges.at(-1)?.[1]).toBeLessThanOrEqual(height);
    expect(marks[1]).toMatchObject({ lines: ["checks", `${"a".repeat(26)}…`] });
  });
});
