import type { ToolContract } from "@proviso/manifest";
import { expect, test, vi } from "vitest";
import { createGuard } from "../src/index.ts";
import type { Activity, CallOptions, CreateGuardOptions, Progress, WireCallOptions } from "../src/index.ts";
import { bounds } from "../src/connection/bounds.ts";
import { contract, deletion, manifestOf } from "./contract.ts";
import { done, fakeConnection, listed, listedPlan } from "./fake-connection.ts";
import { over, yes } from "./harness.ts";

/** Calls once over a server that reports this progress; returns how it was called, and what the host was told. */
async function send(
  tool: ToolContract,
  progress: readonly Progress[],
  given: CallOptions = {},
  options: CreateGuardOptions = {},
) {
  const told: Activity[] = [];
  const wire: WireCallOptions[] = [];
  const connection = fakeConnection([listed(tool)], () => done());
  const guard = createGuard(
    {
      ...connection,
      callTool(call, wireOptions) {
        wire.push(wireOptions);
        for (const each of progress) wireOptions.onProgress?.(each);
        return connection.callTool(call, wireOptions);
      },
    },
    { manifest: manifestOf(tool), env: "test", onActivity: (each) => told.push(each), ...options },
  );
  const result = await guard.call(tool.name, {}, given);
  return { result, wire, told: told.filter(({ kind }) => kind === "progress") };
}

test("progress reaches the caller and the feed as it came, with a long message cut", async () => {
  const seen: Progress[] = [];
  const long = "x".repeat(bounds.progress.characters + 1);
  const sent: Progress[] = [
    { progress: 1, total: 2 },
    { progress: 2, total: 2, message: "half" },
    { progress: 3, message: long },
  ];
  const { told } = await send(contract(), sent, { onProgress: (progress) => seen.push(progress) });
  const expected = [sent[0], sent[1], { progress: 3, message: `${"x".repeat(bounds.progress.characters)}…` }];
  expect(seen).toStrictEqual(expected);
  expect(told).toStrictEqual(
    expected.map((progress) => ({ tool: "customers.get", kind: "progress", progress, follow: false })),
  );
});

test("a caller who does not listen to progress gets the result all the same", async () => {
  const { result, told } = await send(contract(), [{ progress: 1 }]);
  expect([result.ok, told.length]).toEqual([true, 1]);
});

test("no more progress is passed on than a person could follow", async () => {
  const flood = Array.from({ length: bounds.progress.events + 5 }, (_, progress) => ({ progress }));
  const { told } = await send(contract(), flood);
  expect(told.length).toBe(bounds.progress.events);
});

test("the caller's signal reaches the connection, so that a call on its way is cancelled", async () => {
  const { signal } = new AbortController();
  expect((await send(contract(), [], { signal })).wire[0]?.signal).toBe(signal);
  expect((await send(contract(), [])).wire[0]).not.toHaveProperty("signal");
});

test("what another person may approve may have run: its lost reply is a doubt", async () => {
  const here = { kind: "always", by: "here" } as const;
  for (const confirmation of [
    { ...here, approver: "other" },
    { ...here, approvers: 2 },
    { kind: "when", by: "here", condition: "input.all" },
  ] as const) {
    const tool = deletion({ confirmation });
    const { guard, connection } = over(tool, () => Promise.reject(new Error("gone")), { confirm: yes });
    const result = await guard.call(tool.name, {});
    expect(result).toMatchObject({ failure: { code: "outcome_unknown", retry: "never" } });
    expect(connection.calls.length).toBe(1);
  }
});

const second = 1000;
const planned = deletion({ dryRun: { mode: "supported", preview: { type: "object" } }, timeoutMs: second });

test("a call is given its time and a moment for the answer, and where a person may be asked, theirs too", async () => {
  const given = async (tool: ToolContract, options: CreateGuardOptions = {}, isPlan = false) => {
    const wire: WireCallOptions[] = [];
    const connection = fakeConnection([listed(tool)], () => done());
    const guard = createGuard(
      {
        ...connection,
        callTool(call, wireOptions) {
          wire.push(wireOptions);
          return connection.callTool(call, wireOptions);
        },
      },
      { manifest: manifestOf(tool), env: "test", ...options },
    );
    await (isPlan ? guard.plan(tool.name, {}) : guard.call(tool.name, {}));
    return wire.map(({ timeoutMs, totalMs }) => [timeoutMs, totalMs]);
  };
  const [alone, asking] = [11 * second, 611 * second];
  const read = contract({ timeoutMs: second });
  expect(await given(read)).toEqual([[alone, asking]]);
  expect(await given(read, { confirm: yes })).toEqual([[alone, asking]]);
  expect(await given(planned, { confirm: yes }, true)).toEqual([[alone, asking]]);
  expect(await given(deletion({ timeoutMs: second }), { confirm: yes })).toEqual([[asking, asking]]);
});

test("a tool without a contract gets the time of the SDK, and an hour in all", async () => {
  const wire: WireCallOptions[] = [];
  const connection = fakeConnection([{ name: "get", inputSchema: {}, meta: {} }], () => done());
  const { callTool } = connection;
  const guard = createGuard(
    { ...connection, callTool: (call, options) => (wire.push(options), callTool(call, options)) },
    { confirm: yes },
  );
  await guard.call("get", {});
  expect(wire.map(({ timeoutMs, totalMs }) => [timeoutMs, totalMs])).toEqual([[670 * second, 3600 * second]]);
});

test("a tool of its own makes the plan, from the arguments as they are; else the argument `dryRun` asks for it", async () => {
  for (const [tools, name, input] of [
    [[listed(planned)], "customers.delete", { id: "c_1", dryRun: true }],
    [[listed(planned), listedPlan(planned)], "customers.delete_plan", { id: "c_1" }],
  ] as const) {
    const connection = fakeConnection(tools, () => done());
    const guard = createGuard(connection, { manifest: manifestOf(planned), env: "test" });
    await guard.plan("customers.delete", { id: "c_1" });
    expect(connection.calls).toStrictEqual([{ name, input, meta: {} }]);
  }
});

test("a tool that the server does not know has returned nothing to be wary of", async () => {
  const from: (readonly string[])[] = [];
  const tools = ["gone", "get"].map((name) => ({ name, inputSchema: {}, meta: {} }));
  const connection = fakeConnection(tools, ({ name }) =>
    name === "gone" ? { kind: "unknown_tool", message: "x" } : done(),
  );
  const guard = createGuard(connection, {
    confirm: yes,
    policies: {
      decide(_subject, _facts, { untrustedFrom }) {
        from.push(untrustedFrom);
        return { effect: "run", reasons: [] } as never;
      },
    },
  });
  for (const name of ["gone", "get", "get"]) await guard.call(name, {});
  expect(from.at(-1)).toEqual(["get"]);
});

test.each([true, false])(
  "a tool with a contract whose server wants a page opened first has not run, and is not called again by itself (read-only: %s)",
  async (readOnlyHint) => {
    const tool = contract({ hints: { ...contract().hints, readOnlyHint, idempotentHint: readOnlyHint } });
    const page = { url: "https://office.example/login", message: "Log in." };
    const shown: string[] = [];
    const connection = fakeConnection([listed(tool)], () => ({ kind: "links_required", links: [page] }));
    const guard = createGuard(connection, {
      manifest: manifestOf(tool),
      env: "test",
      onLink: async ({ url }) => shown.push(url) > 0,
    });
    expect(await guard.call(tool.name, {})).toMatchObject({
      failure: {
        code: "transport_error",
        retry: "after",
        message: expect.stringContaining(
          "wants the user to open a page before this call: https://office.example/login",
        ),
      },
    });
    expect(connection.calls).toHaveLength(1);
    await vi.waitFor(() => expect(shown).toEqual([page.url]), { timeout: 120_000 });
  },
);
