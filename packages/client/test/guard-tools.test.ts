import { expect, expectTypeOf, test } from "vitest";
import { createSession, guardTools, permissionPolicy } from "../src/index.ts";
import type { ConfirmRequest, GuardToolsOptions, Result } from "../src/index.ts";
import { contract, deletion, manifestOf, mode } from "./contract.ts";
import { over, yes } from "./harness.ts";
import { done } from "./fake-connection.ts";

/** Functions of a program, which note what they did. */
function files(options: GuardToolsOptions = {}) {
  const did: string[] = [];
  const guarded = guardTools(
    {
      list_files: {
        run: ({ directory }: { directory: string }) => (did.push(`list ${directory}`), ["a.txt"]),
        metadata: { read_only: true, tags: ["filesystem"], cost_tier: "low" },
      },
      read_diary: {
        run: ({ day }: { day: number }) => (did.push(`read ${day}`), { text: "…" }),
        metadata: { read_only: true, requires_confirmation: true },
      },
      add_note: {
        run: ({ text }: { text: string }) => void did.push(`add ${text}`),
        metadata: { read_only: false, destructive: false },
      },
      delete_file: {
        run: async ({ path }: { path: string }) => void did.push(`delete ${path}`),
        title: "Delete a file",
        metadata: { destructive: true },
      },
      mystery: { run: () => did.push("mystery") },
    },
    { policies: { decide: permissionPolicy }, ...options },
  );
  return { did, ...guarded };
}

const refusedCode = (result: Result<unknown>) => (result.ok ? "ok" : result.failure.code);

test("003: a native tool that says that it only reads runs, and any other needs a person", async () => {
  const { calls, did } = files();
  expect(await calls.list_files({ directory: "/srv" })).toEqual({
    ok: true,
    value: { result: ["a.txt"] },
    replayed: false,
  });
  const others = [
    await calls.read_diary({ day: 1 }),
    await calls.add_note({ text: "x" }),
    await calls.delete_file({ path: "a" }),
    await calls.mystery({}),
  ];
  expect(others.map(refusedCode)).toEqual(Array(4).fill("refused_by_guard"));
  expect(others.map((result) => !result.ok && result.failure.details?.["reasons"])).toEqual([
    ["confirmation"],
    ["not_read_only"],
    ["destructive"],
    ["destructive"],
  ]);
  expect(did).toEqual(["list /srv"]);
});

test("a person who agrees to a native tool has seen its title and every argument", async () => {
  const asked: ConfirmRequest[] = [];
  const { calls, did } = files({ confirm: (request) => (asked.push(request), yes(request)) });
  expect(await calls.delete_file({ path: "a.txt" })).toMatchObject({ ok: true, value: {} });
  expect(asked).toMatchObject([{ kind: "call", title: "Delete a file", input: { path: "a.txt" } }]);
  expect(did).toEqual(["delete a.txt"]);
});

test("a question about a native tool speaks of its metadata, and of no server and no contract", async () => {
  const asked: ConfirmRequest[] = [];
  const { calls } = files({ confirm: (request) => (asked.push(request), yes(request)) });
  await calls.read_diary({ day: 1 });
  const sections = asked.flatMap(({ view }) => view.map(({ title, lines }) => [title, ...lines]));
  expect(sections.slice(1, 2)).toEqual([
    [
      "What its metadata says",
      'title = "read_diary"',
      'description = ""',
      "only reads",
      "requires a person's confirmation",
    ],
  ]);
  expect(sections.at(-1)).toEqual(["Why you are asked", "It requires a person's confirmation."]);
});

test("native tools are grouped, filtered and classified by their metadata like those of a server", async () => {
  const { tools } = await files().guard.inspect();
  const classes = tools.tools.map(({ name, classification }) => `${name} ${classification}`);
  expect(classes).toEqual([
    "add_note additive",
    "delete_file destructive",
    "list_files read_only",
    "mystery unclassified",
    "read_diary read_only",
  ]);
  expect(tools.get("list_files")?.metadata).toMatchObject({ read_only: true, cost_tier: "low" });
  expect(tools.filter({ tag: "filesystem" }).tools.map(({ name }) => name)).toEqual(["list_files"]);
});

test("a function that throws is a failure with its message, and one that is aborted has an unknown outcome", async () => {
  const stop = new AbortController();
  const slow = (_: object, { signal }: { signal: AbortSignal }): Promise<unknown> =>
    new Promise((end) => {
      signal.addEventListener("abort", end);
      stop.abort();
    });
  const { calls } = guardTools(
    {
      broken: { run: () => Promise.reject(new Error("no such disk")), metadata: { read_only: true } },
      slow: { run: slow },
    },
    { confirm: yes },
  );
  expect(await calls.broken({})).toMatchObject({
    ok: false,
    failure: { code: "tool_error", message: "no such disk" },
  });
  expect(refusedCode(await calls.slow({}, { signal: stop.signal }))).toBe("outcome_unknown");
});

test("a native tool with a contract is decided by it, checked by it, and can add to it only", async () => {
  const did: unknown[] = [];
  const run = (input: { customerId: string }) => (did.push(input), { name: "Ada" });
  const inputSchema = {
    type: "object",
    properties: { customerId: { type: "string" } },
    required: ["customerId"],
    additionalProperties: false,
  };
  const failureModes = [mode("invalid_input")];
  const get = contract({ inputSchema, failureModes, outputSchema: { type: "object", required: ["name"] } });
  const erase = deletion({ name: "customers.erase", inputSchema });
  const harmless = { run, metadata: { read_only: true } };
  const { calls, guard } = guardTools(
    { "customers.get": harmless, "customers.erase": harmless },
    { contracts: manifestOf(get, erase), env: "test" },
  );
  expect(await calls["customers.get"]({ customerId: "c1" })).toMatchObject({ ok: true });
  expect(await guard.call("customers.get", { customer: "c1" })).toMatchObject({
    failure: { code: "invalid_input" },
  });
  expect(refusedCode(await calls["customers.erase"]({ customerId: "c1" }))).toBe("refused_by_guard");
  expect(did).toEqual([{ customerId: "c1" }]);

  const stricter = guardTools(
    { "customers.get": { run, metadata: { requires_confirmation: true } } },
    { contracts: manifestOf(get), env: "test" },
  );
  expect(refusedCode(await stricter.calls["customers.get"]({ customerId: "c1" }))).toBe("refused_by_guard");
});

test("a contract with a dry run needs a plan, which runs before the person is asked", async () => {
  const preview = { type: "object", properties: { count: { type: "integer" } }, required: ["count"] };
  const erase = deletion({ dryRun: { mode: "required", preview } });
  const contracts = manifestOf(erase);
  const did: string[] = [];
  const run = () => (did.push("run"), {});
  expect(() => guardTools({ "customers.delete": { run } }, { contracts })).toThrow(/give the tool a `plan`/);
  const report = {
    warnings: [],
    missingPermissions: [],
    expectedSideEffects: ["3 customers go."],
    estimatedDurationMs: 5,
  };
  const tool = { run, plan: () => (did.push("plan"), { count: 3, ...report }) };
  const asked: ConfirmRequest[] = [];
  const confirm = (request: ConfirmRequest) => (asked.push(request), yes(request));
  const { calls } = guardTools({ "customers.delete": tool }, { contracts, confirm });
  expect(await calls["customers.delete"]({})).toMatchObject({ ok: true });
  expect(asked).toMatchObject([{ plan: { count: 3 } }]);
  expect(did).toEqual(["plan", "run"]);
});

test("guards with one session know what the other has seen", async () => {
  const session = createSession();
  const dataFlow = { readsPrivate: true, returnsUntrusted: true, sendsOut: false };
  const { guard } = over(contract({ dataFlow }), () => done(), { session });
  const post = {
    run: () => ({}),
    metadata: { read_only: false, destructive: false, open_world: true, idempotent: true },
  };
  const { guard: native } = guardTools({ post }, { session, env: "test" });
  expect(await native.review("post", {})).toMatchObject({ kind: "run" });
  await guard.call("customers.get", {});
  expect(await native.review("post", {})).toMatchObject({ kind: "ask", reasons: ["sends_out"] });
});

test("calls have the types of their functions", () => {
  const { calls } = files();
  expect(Object.keys(calls)).toContain("list_files");
  expectTypeOf(calls.list_files).parameter(0).toEqualTypeOf<{ directory: string }>();
  expectTypeOf(calls.list_files).returns.resolves.toEqualTypeOf<Result<{ readonly result: string[] }>>();
  expectTypeOf(calls.read_diary).returns.resolves.toEqualTypeOf<Result<{ text: string }>>();
  // @ts-expect-error: there is no such tool.
  void calls.list_fils;
  // @ts-expect-error: a flag is a yes or a no.
  guardTools({ a: { run: () => 1, metadata: { read_only: "yes" } } });
});

test("two functions with one name over MCP are refused, before either could run for the other", () => {
  const customer = contract({ name: "customers.get" });
  const tools = {
    customers_get: { run: () => "one", metadata: { destructive: true } },
    "customers.get": { run: () => "other", metadata: { read_only: true } },
  };
  expect(() =>
    guardTools(tools, { contracts: { ...manifestOf(customer), wireNames: "underscore" } }),
  ).toThrow("two tools are called `customers_get` over MCP");
});

test.each([
  ["a message that is no text", () => Object.assign(new Error("x"), { message: { code: "E" } })],
  [
    "a getter that throws",
    () =>
      Object.defineProperty(new Error("x"), "message", {
        get: () => {
          throw new Error("no");
        },
      }),
  ],
  ["nothing", () => undefined],
])("a function that throws an error with %s fails, and the call does not reject", async (_, thrown) => {
  const { calls } = guardTools({
    t: {
      run: () => {
        throw thrown();
      },
      metadata: { read_only: true },
    },
  });
  expect((await calls.t({})).ok).toBe(false);
});

test("a time limit longer than any timer does not end a call at once", async () => {
  const slow = contract({ name: "reports.build", timeoutMs: 60 * 24 * 3_600_000 });
  const { calls } = guardTools(
    { "reports.build": { run: async () => (await Promise.resolve(), {}), metadata: { read_only: true } } },
    { contracts: manifestOf(slow), confirm: yes },
  );
  const result = await calls["reports.build"]({});
  expect(refusedCode(result)).toBe("ok");
});
