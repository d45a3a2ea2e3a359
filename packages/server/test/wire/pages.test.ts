// That a forbidden tool changes no page: `test/attacks/10-forbidden.test.ts`.
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { describe, expect, onTestFinished, test } from "vitest";
import { listCursors } from "../../src/seals/list-cursors.ts";
import * as mcp from "../adapters/mcp.ts";
import * as mcp2 from "../adapters/mcp2.ts";
import type { Principal } from "../../src/api/outcome.ts";
import { anna, ben, fixture, highRisk, preview, tool, type Fixture } from "../sample.ts";
import { adapters, type Connection } from "../ways/in-memory.ts";
import { serverInfo } from "../ways/server-info.ts";
import { http1, http2, listen } from "./http-bench.ts";
import { namesIn, readPage, readPages, type Page } from "./read-pages.ts";

const toolsPerPage = 3;
const verbs = ["create", "find", "get", "list", "move", "rename"];
const tools = [
  ...verbs.map((verb) => tool({ name: `notes.${verb}` })),
  tool({ ...highRisk, name: "notes.delete", dryRun: { mode: "supported", preview } }),
  tool({ name: "notes.last", wireName: "Keep-last" }),
];
const sorted = [
  "Keep-last",
  ...["create", "delete", "delete_plan", "find", "get", "list", "move", "rename"].map(
    (verb) => `notes.${verb}`,
  ),
];

function check(pages: readonly Page[]): void {
  expect(pages.map((page) => [page.tools.length, typeof page.nextCursor])).toEqual([
    [3, "string"],
    [3, "string"],
    [3, "undefined"],
  ]);
  expect(namesIn(pages)).toEqual(sorted);
}

const key = new Uint8Array(32).fill(7); // the key of every fixture
const valid = listCursors([key]).seal("notes.find", anna);
/** Cursors that are not anna's, or not valid. */
const refused: readonly string[] = [
  "",
  ".",
  "MQ==",
  "notes.find",
  "\ud800",
  "x".repeat(10_000),
  `${valid}A`,
  `${valid}.`,
  ` ${valid}`,
  `${valid}=`,
  // Each character in turn; the last ones of the parts may hold bits that base64url ignores.
  ...Array.from(valid, (char, at) => `${valid.slice(0, at)}${next(char)}${valid.slice(at + 1)}`),
  ...[ben, { ...anna, tenant: "other" }, { ...anna, kind: "user" as const }, undefined].map((other) =>
    listCursors([key]).seal("notes.find", other),
  ),
  listCursors([new Uint8Array(32).fill(8)]).seal("notes.find", anna),
];

/** The next letter, so that only the lowest bits differ. */
function next(char: string): string {
  return char === "z" ? "y" : char === "Z" ? "Y" : String.fromCharCode(char.charCodeAt(0) + 1);
}

describe.each(adapters)("$name", ({ connect }) => {
  async function open(changes: Fixture = {}, connection: Connection = { toolsPerPage }) {
    const client = await connect(fixture({ tools, ...changes }).server, connection);
    onTestFinished(() => client.close());
    return client;
  }

  test("a page holds at most so many tools, plans included, and leads to the next one", async () =>
    check(await readPages(await open())));

  test("all pages together are the list, and by default there is one page", async () => {
    const [whole, ...more] = await readPages(await open({}, {}));
    expect(more).toEqual([]);
    expect(whole).not.toHaveProperty("nextCursor");
    const pages = await readPages(await open());
    const byName = whole?.tools.toSorted((one, other) => (one.name < other.name ? -1 : 1));
    expect(pages.flatMap((page) => page.tools)).toEqual(byName);
  });

  test.each([1, 8, 9, 10, 1000])("at %i a page no tool is missing, and no page is empty", async (most) => {
    const pages = await readPages(await open({}, { toolsPerPage: most }));
    expect(namesIn(pages)).toEqual(sorted);
    expect(pages.length).toBe(Math.ceil(sorted.length / most));
  });

  test("a change between two pages neither repeats nor skips a tool that stays", async () => {
    const hidden = new Set(["notes.move"]);
    const client = await open({ visible: ({ name }) => !hidden.has(name) });
    const first = await readPage(client);
    expect(namesIn([first])).toEqual(["Keep-last", "notes.create", "notes.delete"]);
    // The tools of the first page are gone, with the one that the cursor names; another one has come.
    for (const name of ["notes.last", "notes.create", "notes.delete"]) hidden.add(name);
    hidden.delete("notes.move");
    const rest = await readPages(client, first.nextCursor);
    expect(namesIn(rest)).toEqual(["notes.find", "notes.get", "notes.list", "notes.move", "notes.rename"]);
  });

  test("a cursor holds at another server with the same key, whatever its contracts and pages", async () => {
    const { nextCursor } = await readPage(await open());
    const changed = tools.map((each) => tool({ ...each, description: "Changed." }));
    const rest = ["notes.delete_plan", "notes.find", "notes.get", "notes.list", "notes.move", "notes.rename"];
    for (const connection of [{ toolsPerPage: 5 }, {}])
      expect(namesIn(await readPages(await open({ tools: changed }, connection), nextCursor))).toEqual(rest);
  });

  test("after the last tool comes an empty page", async () => {
    const cursor = listCursors([key]).seal("notes.rename", anna);
    expect(await readPages(await open(), cursor)).toEqual([expect.objectContaining({ tools: [] })]);
  });

  test.each([{}, { toolsPerPage }])(
    "what is no cursor of this caller gets one error (%j)",
    async (options) => {
      const client = await open({}, options);
      const errors = new Set<string>();
      for (const cursor of refused)
        errors.add(
          await client
            .request("tools/list", { cursor })
            .then(JSON.stringify, ({ code, message, data }) => JSON.stringify([code, message, data])),
        );
      const [error = "", ...more] = errors;
      expect(more).toEqual([]);
      expect(JSON.parse(error)).toEqual([-32602, expect.stringContaining("Invalid cursor"), null]);
    },
  );

  test("everybody's own cursor is for them alone", async () => {
    const { server } = fixture({ tools });
    const clientOf = (principal: Principal) => connect(server, { principal, toolsPerPage });
    const [one, other] = [await clientOf(anna), await clientOf(ben)];
    const { nextCursor = "" } = await readPage(one);
    await expect(readPage(other, nextCursor)).rejects.toThrow("Invalid cursor");
    check(await readPages(other));
    await Promise.all([one.close(), other.close()]);
  });

  test.each([0, -1, 1.5, NaN, "3" as never])("`toolsPerPage: %j` is refused", async (most) => {
    await expect(async () => connect(fixture().server, { toolsPerPage: most })).rejects.toThrow(
      "`toolsPerPage` must be an integer, more than 0",
    );
  });
});

test.each([http1, http2])("$name: over HTTP", async (adapter) => {
  const { connect } = await listen(adapter, { tools, http: { toolsPerPage } });
  check(await readPages(await connect("anna")));
});

test.each([
  ["1.x", mcp.serveStdio],
  ["2.x", mcp2.serveStdio],
])("%s adapter: over stdio", async (_name, serveStdio) => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const { server } = fixture({ tools });
  const connection = await serveStdio(server, { input, output, serverInfo, principal: anna, toolsPerPage });
  onTestFinished(() => connection.close());
  const lines = createInterface({ input: output })[Symbol.asyncIterator]();
  const ask = async (method: string, params: object): Promise<Page> => {
    input.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })}\n`);
    return (JSON.parse(String((await lines.next()).value)) as { readonly result: Page }).result;
  };
  const clientInfo = { name: "test", version: "1" };
  await ask("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
  const pages: Page[] = [];
  for (let cursor: string | undefined; pages.length < 9 && (pages.length === 0 || cursor !== undefined);) {
    const page = await ask("tools/list", cursor === undefined ? {} : { cursor });
    pages.push(page);
    cursor = page.nextCursor;
  }
  check(pages);
});
