import { expect, test } from "vitest";
import { callBudget, createGuard, explainReason, freshSession } from "../src/index.ts";
import type { CallBudget, Confirm, Subject } from "../src/index.ts";
import { contract, deletion, manifestOf } from "./contract.ts";
import { done, failure, fakeConnection, listed } from "./fake-connection.ts";
import { yes } from "./harness.ts";
import { unverified } from "./unverified.ts";

const page = contract({
  name: "web.read",
  dataFlow: { readsPrivate: false, returnsUntrusted: true, sendsOut: false },
});
const customer = contract({ dataFlow: { readsPrivate: true, returnsUntrusted: false, sendsOut: false } });
const post = contract({
  name: "web.post",
  dataFlow: { readsPrivate: false, returnsUntrusted: false, sendsOut: true },
});
const bulk = deletion({
  name: "emails.bulk_send",
  dryRun: { mode: "supported", preview: { type: "object" } },
});
const tools = [page, customer, post, deletion(), bulk];

function session(budget: CallBudget, answer = done, approve?: typeof yes) {
  const connection = fakeConnection(tools.map(listed), (call) => answer(call.input));
  const confirm = approve ? { confirm: approve } : {};
  const retry = { retries: 2, minDelayMs: 0, maxDelayMs: 0 };
  return createGuard(connection, { manifest: manifestOf(...tools), env: "test", budget, retry, ...confirm });
}

/** Calls one after the other; expects "ok" or the failure's code and reasons of each. */
async function check(
  guard: ReturnType<typeof session>,
  ...calls: readonly (readonly [string, string])[]
): Promise<void> {
  for (const [name, expected] of calls) {
    const result = await guard.call(name, {});
    const reasons = result.ok ? "" : ` ${String(result.failure.details?.["reasons"])}`;
    expect([name, result.ok ? "ok" : `${result.failure.code}${reasons}`]).toEqual([name, expected]);
  }
}

test("a question about taint names the tools that caused it, each once", async () => {
  const explained: (readonly string[])[] = [];
  const guard = session({}, done, (request) => {
    if (request.kind === "call") explained.push(request.explanations);
    return yes(request);
  });
  await check(guard, ["web.read", "ok"], ["web.read", "ok"], ["customers.get", "ok"], ["web.post", "ok"]);
  const sentence =
    "It sends data out: `web.read` returned content that anybody may have written, and `customers.get` returned private data.";
  expect(explained).toEqual([[sentence]]);
});

test("without a person the refusal names them too", async () => {
  const guard = session({});
  await check(guard, ["web.read", "ok"], ["customers.get", "ok"]);
  const result = await guard.call("web.post", {});
  expect(!result.ok && result.failure.message).toMatch(/`web\.read`[^]*`customers\.get`/);
});

test("a tool that reads the private data itself is said to", () => {
  const text = explainReason("sends_out", { ...freshSession, untrustedFrom: ["web.read"] });
  expect(text).toContain("this tool reads private data");
});

test("a session makes as many calls of a risk as its budget allows, and others still", async () => {
  const guard = session({ critical: 1 }, done, yes);
  const spent = "refused_by_guard budget";
  await check(guard, ["customers.delete", "ok"], ["customers.delete", spent], ["customers.get", "ok"]);
});

test("a call whose budget is spent asks nobody", async () => {
  let asked = 0;
  const guard = session({ critical: 0 }, done, (request) => ((asked += 1), yes(request)));
  await check(guard, ["customers.delete", "refused_by_guard budget"]);
  expect(asked).toBe(0);
});

test("calls at the same time cannot share the last one of a budget", async () => {
  const guard = session({ critical: 1 }, done, yes);
  const results = await Promise.all([1, 2, 3].map((n) => guard.call("customers.delete", { n })));
  expect(results.filter((result) => result.ok).length).toBe(1);
});

test("of calls that a person approves at the same time, as many run as are left", async () => {
  const waiting: (() => void)[] = [];
  const confirm: Confirm = (request) =>
    new Promise((resolve) => {
      waiting.push(() => resolve(yes(request)));
      if (waiting.length === 3) for (const answer of waiting) answer();
    });
  const guard = session({ critical: 1 }, done, confirm);
  const results = await Promise.all([1, 2, 3].map((n) => guard.call("customers.delete", { n })));
  expect(results.map((result) => (result.ok ? "ok" : result.failure.code)).toSorted()).toEqual([
    "ok",
    "refused_by_guard",
    "refused_by_guard",
  ]);
});

test("a tool of which nothing is known may have returned anything: then sending out asks", async () => {
  const unknown = { name: "stranger", inputSchema: { type: "object" }, meta: {} };
  const connection = fakeConnection([listed(post), unknown], () => done());
  const reasons: unknown[] = [];
  const guard = createGuard(connection, {
    manifest: manifestOf(post),
    env: "test",
    confirm: (request) => (reasons.push(request.kind === "call" && request.reasons), yes(request)),
  });
  expect((await guard.call("web.post", {})).ok).toBe(true);
  expect((await guard.call("stranger", {})).ok).toBe(true);
  expect((await guard.call("web.post", {})).ok).toBe(true);
  expect(reasons).toEqual([["unpinned"], ["sends_out"]]);
});

test("a budget is by the level of the client's contract; a tool without one has a level of its own", () => {
  const policy = callBudget({ low: 1, unclassified: 0 });
  const decided = (tool: Subject, spent = freshSession) =>
    policy(tool, { dryRun: false, unmetRequirements: [] }, spent, "test");
  const run = { kind: "run", reasons: [] };
  const refuse = { kind: "refuse", reasons: ["budget"] };
  expect(decided(customer)).toEqual(run);
  expect(decided(customer, { ...freshSession, calls: { low: 1 } })).toEqual(refuse);
  expect(decided(deletion(), { ...freshSession, calls: { critical: 9 } })).toEqual(run);
  expect(decided(unverified("unpinned"))).toEqual(refuse);
  expect(decided(unverified("drifted", {}, { pinned: customer }))).toEqual(run);
});

test("a call that failed counts once, however often it was sent", async () => {
  let left = 2;
  const guard = session({ low: 2 }, () => (left-- > 0 ? failure("timeout") : done()));
  await check(guard, ["web.read", "ok"], ["web.read", "ok"], ["web.read", "refused_by_guard budget"]);
});

test("a dry run and a person's no cost nothing", async () => {
  const guard = session(
    { critical: 1 },
    () =>
      done({
        dryRun: true,
        warnings: [],
        missingPermissions: [],
        expectedSideEffects: [],
        estimatedDurationMs: 1,
      }),
    () => Promise.resolve({ approved: false }),
  );
  expect((await guard.plan(bulk.name, {})).ok).toBe(true);
  await check(
    guard,
    ["customers.delete", "declined_by_person undefined"],
    ["customers.delete", "declined_by_person undefined"],
  );
});
