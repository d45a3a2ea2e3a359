// Before asking a person, the guard asks the server what would refuse the call. The response can only save the question.
import { metaKeys, resolveMethod } from "@proviso/manifest";
import type { JsonObject, ToolContract } from "@proviso/manifest";
import { describe, expect, test, vi } from "vitest";
import { createGuard } from "../src/index.ts";
import type { Activity, ConfirmRequest, CreateGuardOptions } from "../src/index.ts";
import { deletion, manifestOf, mode } from "./contract.ts";
import { done, fakeConnection, listed } from "./fake-connection.ts";
import { yes } from "./harness.ts";
import { pairings } from "./sdk-servers.ts";
import type { Behaviour } from "./sdk-servers.ts";

const tool = deletion({
  failureModes: [
    "requirement_unmet",
    "step_up_required",
    "idempotency_conflict",
    "outcome_unknown",
    "internal_error",
  ].map((code) => mode(code)),
});
const unmet = { code: "requirement_unmet", message: "The range is not clear.", retry: "never" };
const refusing = (refusal: unknown): object => ({
  name: tool.name,
  _meta: { [metaKeys.resolution]: { tool: tool.name, refusal } },
});
const refused = (failure: object, kind = "refused"): object => ({
  isError: true,
  content: [{ type: "text", text: "no" }],
  _meta: { [metaKeys.outcome]: { kind }, [metaKeys.failure]: failure },
});

function wire(contract: ToolContract): object {
  const { meta, ...shown } = listed(contract);
  return { ...shown, _meta: meta };
}

describe.each(pairings)("$name", ({ connect }) => {
  async function open(server: Pick<Behaviour, "resolve" | "announced">, options: CreateGuardOptions = {}) {
    const [sent, asked, told]: [unknown[], ConfirmRequest[], Activity[]] = [[], [], []];
    const { connection } = await connect({
      pages: [[wire(tool)]],
      announced: resolveMethod,
      ...server,
      answer({ args }) {
        sent.push(args);
        return { content: [], structuredContent: {} };
      },
    });
    const guard = createGuard(connection, {
      manifest: manifestOf(tool),
      env: "test",
      confirm: (request) => (asked.push(request), yes(request)),
      onActivity: (activity) => told.push(activity),
      ...options,
    });
    return { guard, sent, asked, told };
  }

  /** With a failure, the guard returns it, asks nobody and sends nothing. Without one, it asks the person as if the server had not responded. */
  async function check(server: Pick<Behaviour, "resolve" | "announced">, failure?: object): Promise<void> {
    const { guard, sent, asked, told } = await open(server);
    const result = await guard.call(tool.name, { a: 1 });
    expect(result).toEqual(failure ? { ok: false, failure } : { ok: true, value: {}, replayed: false });
    expect([sent.length, asked.length]).toEqual(failure ? [0, 0] : [1, 1]);
    if (failure) expect(told.map(({ kind }) => kind)).toEqual(["decided", "refused"]);
    expect((await guard.review(tool.name, { a: 1 })).kind).toBe(failure ? "refuse" : "ask");
  }

  test("what the server would refuse now is returned as the call's failure", async () => {
    const details = { unmet: ["range clear"] };
    await check({ resolve: () => refusing({ ...unmet, details }) }, { ...unmet, details });
    await check({ resolve: () => refused(unmet) }, unmet);
    const conflict = {
      code: "idempotency_conflict",
      message: "The key has other arguments.",
      retry: "never",
    };
    await check({ resolve: () => refusing(conflict) }, conflict);
  });

  test("the server gets the arguments as they would be sent, and the key of the caller", async () => {
    const got: unknown[] = [];
    const { guard } = await open({ resolve: (params) => (got.push(params), refusing(unmet)) });
    await guard.call(tool.name, { b: 2, a: 1 }, { idempotencyKey: "k" });
    const meta = { [metaKeys.idempotencyKey]: "k" };
    expect(got).toMatchObject([{ name: tool.name, arguments: { a: 1, b: 2 }, _meta: meta }]);
  });

  test("a server that does not announce the method is not asked, whatever else it announces", async () => {
    const calls: string[] = [];
    const resolve = () => (calls.push("resolve"), refusing(unmet));
    const { connection } = await connect({
      pages: [[wire(tool)]],
      resolve,
      answer: () => ({ content: [], structuredContent: {} }),
    });
    const guard = createGuard(connection, { manifest: manifestOf(tool), env: "test", confirm: yes });
    expect(await guard.call(tool.name, {})).toMatchObject({ ok: true });
    await check({ announced: "tools/call", resolve });
    expect(calls).toEqual([]);
  });

  test("a server that announces the method and lacks it works as before", () => check({}));

  const long = "x".repeat(60_000);
  test.each<[string, object]>([
    ["no refusal", refusing(undefined)],
    ["nothing", {}],
    [
      "a result of the tool",
      { content: [], structuredContent: { ok: true }, _meta: { [metaKeys.outcome]: { kind: "completed" } } },
    ],
    ["a refusal that is no object", refusing("no")],
    ["a code that is no text", refusing({ ...unmet, code: 7 })],
    ["no message", refusing({ ...unmet, message: undefined })],
    ["a code that the contract does not list", refusing({ ...unmet, code: "policy_violation" })],
    ["a doubt about a call that was never made", refusing({ ...unmet, code: "outcome_unknown" })],
    ["a fault of its own", refusing({ ...unmet, code: "internal_error" })],
    ["a failure of a call that ran", refused(unmet, "failed")],
    ["a person's no", refusing({ ...unmet, code: "declined_by_person" })],
    ["too much", refusing({ ...unmet, details: { long } })],
    [
      "levels without end",
      refusing({ ...unmet, details: JSON.parse(`${'{"a":'.repeat(200)}1${"}".repeat(200)}`) as JsonObject }),
    ],
  ])("%s changes nothing", (_, answer) => check({ resolve: () => answer }));

  test("an error changes nothing, but that a tool is unknown", async () => {
    await check({ resolve: () => Promise.reject(new Error("no")) });
    const { guard, asked } = await open({
      resolve: () => Promise.reject(Object.assign(new Error(`Unknown tool: ${tool.name}`), { code: -32602 })),
    });
    expect(await guard.call(tool.name, {})).toMatchObject({ failure: { code: "unknown_tool" } });
    expect(asked).toEqual([]);
  });

  test("a refusal is cut, and never says that the call may be repeated where the contract forbids it", () =>
    check(
      { resolve: () => refusing({ ...unmet, message: "y".repeat(10_000), retry: "sameKey" }) },
      {
        ...unmet,
        message: `${"y".repeat(4_000)}…`,
      },
    ));

  test("no answer lets a call run that a person has declined", async () => {
    const { guard, sent } = await open(
      { resolve: () => ({ ...refusing(undefined), _meta: { [metaKeys.outcome]: { kind: "completed" } } }) },
      { confirm: () => Promise.resolve({ approved: false }) },
    );
    expect(await guard.call(tool.name, {})).toMatchObject({ failure: { code: "declined_by_person" } });
    expect(sent).toEqual([]);
  });

  test("a server that no contract vouches for learns no arguments before the person agrees", async () => {
    const got: unknown[] = [];
    const resolve = (params: unknown) => (got.push(params), refusing(unmet));
    const changed = { ...tool, description: "Another tool.", hash: "beef" };
    for (const manifest of [manifestOf(), manifestOf(changed)]) {
      const { guard, sent } = await open(
        { resolve },
        { manifest, confirm: () => Promise.resolve({ approved: false }) },
      );
      expect(await guard.call(tool.name, {})).toMatchObject({ failure: { code: "declined_by_person" } });
      expect(sent).toEqual([]);
    }
    expect(got).toEqual([]);
  });
});

test("an answer that does not come is not waited for", async () => {
  vi.useFakeTimers();
  try {
    let reached = (): void => undefined;
    const isAsked = new Promise<void>((resolved) => (reached = resolved));
    const resolve = () => (reached(), new Promise<never>(() => undefined));
    const connection = { ...fakeConnection([listed(tool)], () => done()), resolve };
    const result = createGuard(connection, { manifest: manifestOf(tool), env: "test", confirm: yes }).call(
      tool.name,
      {},
    );
    await isAsked;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await result).toMatchObject({ ok: true });
  } finally {
    vi.useRealTimers();
  }
});

test("who cancels meanwhile is not asked", async () => {
  const controller = new AbortController();
  const asked: unknown[] = [];
  const resolve = () => (controller.abort(), Promise.resolve(undefined));
  const connection = { ...fakeConnection([listed(tool)], () => done()), resolve };
  const confirm = (request: ConfirmRequest) => (asked.push(request), yes(request));
  const guard = createGuard(connection, { manifest: manifestOf(tool), env: "test", confirm });
  expect(await guard.call(tool.name, {}, { signal: controller.signal })).toMatchObject({
    failure: { code: "refused_by_guard" },
  });
  expect([asked, connection.calls]).toEqual([[], []]);
});
