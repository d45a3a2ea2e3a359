import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as codegen1 from "../../src/codegen1.ts";
import * as index from "../../src/index.ts";
import * as mcp from "../../src/mcp.ts";
import { anna, fixture, highRisk, tool } from "../sample.ts";
import { adapters } from "../ways/in-memory.ts";
import { callRequest, http1, http2, listen, openSession, send } from "../wire/http-bench.ts";
import { surfaces, yes } from "./surfaces.ts";

for (const [name, attack] of surfaces) {
  const check = async (
    visible: boolean,
    called: string,
    expected: string,
    permissions = anna.permissions,
  ) => {
    const server = fixture({ tools: [tool(highRisk)], visible: () => visible });
    const principal = { ...anna, permissions };
    expect(await attack(server, called, { text: "a" }, { principal, person: yes })).toBe(expected);
    expect(server.ran).toHaveLength(expected === "completed" ? 1 : 0);
  };
  for (const called of ["notes.create", "notes_create"]) {
    test(`${name}: \`${called}\` is called through the gate`, () => check(true, called, "completed"));
    test(`${name}: a tool that is not listed cannot be called as \`${called}\``, () =>
      check(false, called, "unknown_tool"));
    test(`${name}: no confirmation replaces a permission, as \`${called}\``, () =>
      check(true, called, "permission_denied", []));
  }
  for (const called of [
    "create",
    "notes",
    "notes.",
    ".create",
    "notes/create",
    "mcp.notes.create",
    " notes.create",
    "notes.create ",
  ])
    test(`${name}: \`${called}\` is no way in`, () => check(true, called, "unknown_tool"));
}

test.each(adapters)("$name: many calls at once each pass every stage", async ({ connect }) => {
  const server = fixture({ tools: [tool({ rateLimit: { limit: 10, perMs: 1000 } })] });
  const client = await connect(server.server);
  const params = { name: "notes.create", arguments: { text: "a" } };
  await Promise.all(Array.from({ length: 50 }, () => client.call(params)));
  expect(server.ran).toHaveLength(10);
  expect(server.audit.records).toHaveLength(100);
});

test.each([http1, http2])("$name: a batch, and a scope asked for, are no ways around", async (adapter) => {
  for (const permissionsAreScopes of [false, true]) {
    const tools = [tool({ permissions: ["secrets:read"] }), tool({ ...highRisk, name: "notes.high" })];
    const { url, ran } = await listen(adapter, { tools, http: { permissionsAreScopes } });
    const authorization = "Bearer anna";
    const headers =
      adapter.mode === "1.x"
        ? { authorization, "mcp-session-id": await openSession(url, authorization) }
        : { authorization };
    const calls = ["notes.create", "notes.high"].map((name, id) => ({
      ...callRequest({ name, arguments: { text: "a" } }),
      id,
    }));
    const { body } = await send(url, headers, calls);
    expect(body).not.toContain('"kind":"completed"');
    expect(ran).toEqual([]);
  }
});

test("a server gives nobody its handlers", () => {
  const { server } = fixture();
  expect(Object.keys(server).toSorted()).toEqual([
    "close",
    "cursors",
    "drain",
    "invoke",
    "list",
    "manifest",
    "pauses",
    "people",
    "ready",
    "resolve",
    "waiting",
  ]);
  expect(Object.keys(server.people).toSorted()).toEqual(["invoke", "list"]);
  expect(Object.keys(server.pauses).toSorted()).toEqual(["list", "pause", "resume"]);
  // A caller learns what has become of its own calls, and decides nothing.
  expect(Object.keys(server.waiting)).toEqual(["stateOf", "isAskedElsewhere"]);
  expect(Object.keys(server.cursors).toSorted()).toEqual(["open", "seal"]);
  const exported = [...Object.keys(codegen1), ...Object.keys(index), ...Object.keys(mcp)];
  expect(exported.filter((name) => /handler|stage|kernel|compose|prepare|execute/i.test(name))).toEqual([
    "handlerTable", // what a host hands over, by tool name
    "createHttpHandler",
  ]);
});

test("one stage enters `execute` of a handler, and one other `plan`", () => {
  const folder = new URL("../../src/", import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  const callers = (part: string) =>
    files.filter((file) =>
      new RegExp(`handler\\.${part}(\\?\\.)?\\(`).test(readFileSync(new URL(file, folder), "utf8")),
    );
  expect([callers("execute"), callers("plan")]).toEqual([
    ["pipeline/execute/execute.ts"],
    ["pipeline/plan/plan.ts"],
  ]);
});
