import { metaKeys } from "@proviso/manifest";
import type { Refinement, ToolContract } from "@proviso/manifest";
import { describe, expect, test } from "vitest";
import type { Activity, ConfirmRequest } from "../src/index.ts";
import { fingerprintOf } from "../src/connection/fingerprint.ts";
import { createGuard } from "../src/index.ts";
import { contract, deletion, manifestOf } from "./contract.ts";
import { done, failure, fakeConnection, listed } from "./fake-connection.ts";
import { check, over, yes } from "./harness.ts";

const { hints, dataFlow } = contract();
const read: Refinement = {
  when: "input.action == 'read'",
  riskLevel: "low",
  autonomousExecution: true,
  confirmation: { kind: "never" },
  stepUpAuth: { kind: "never" },
  sideEffects: [],
  hints,
  dataFlow,
};
const rename: Refinement = {
  ...read,
  when: "input.name != ''",
  riskLevel: "high",
  autonomousExecution: false,
  confirmation: { kind: "always" },
  sideEffects: [{ kind: "updates", description: "The name.", reversible: true, external: false }],
  hints: { ...hints, readOnlyHint: false },
};

function manage(change: Partial<ToolContract> = {}): ToolContract {
  return deletion({
    name: "customers.manage",
    title: "Manage a customer",
    inputSchema: { type: "object", properties: { action: { type: "string" }, name: { type: "string" } } },
    refinements: [read, rename],
    ...change,
  });
}

const call = "customers.manage";

describe("a call is decided by what is asked for", () => {
  test("what is low runs, even where nobody can be asked", () =>
    check(
      over(manage(), () => done()),
      call,
      "ok",
      1,
      { action: "read" },
    ));
  test("what no refinement covers is the tool as written", () =>
    check(
      over(manage(), () => done()),
      call,
      "refused_by_guard",
      0,
      { action: "delete", name: "" },
    ));
  test("so is what cannot be decided", () =>
    check(
      over(manage({ refinements: [rename, read] }), () => done()),
      call,
      "refused_by_guard",
      0,
      { action: "read" },
    ));
  test("and a condition that is none", () =>
    check(
      over(manage({ refinements: [{ ...read, when: "no CEL" }] }), () => done()),
      call,
      "refused_by_guard",
      0,
      { action: "read" },
    ));
  test("an argument that the refinement does not know of makes no difference", () =>
    check(
      over(manage(), () => done()),
      call,
      "refused_by_guard",
      0,
      { action: "delete", name: "", dryRun: true, refine: 0 },
    ));
});

test("a person is shown the effects and the phrase of what is asked for", async () => {
  const asked: ConfirmRequest[] = [];
  const { guard } = over(manage(), () => done(), {
    confirm: (request) => (asked.push(request), yes(request)),
  });
  await guard.call(call, { action: "rename", name: "Ann" });
  await guard.call(call, { action: "delete", name: "" });
  expect(asked).toMatchObject([
    { riskLevel: "high", effects: rename.sideEffects, irreversible: [] },
    { riskLevel: "critical", phrase: expect.stringMatching(/^manage /), irreversible: ["The customer."] },
  ]);
  expect(asked[0]).not.toHaveProperty("phrase");
});

test("no refinement makes a forbidden tool callable", () =>
  check(
    over(manage({ riskLevel: "forbidden" }), () => done(), { confirm: yes }),
    call,
    "refused_by_guard",
    0,
    { action: "read" },
  ));

test("a review says it before the call", async () => {
  const { guard, connection } = over(manage(), () => done());
  expect(await guard.review(call, { action: "read" })).toMatchObject({ kind: "run", reasons: [] });
  expect(await guard.review(call, { action: "delete" })).toMatchObject({ kind: "ask" });
  expect(connection.calls).toEqual([]);
});

test("a read of a tool that also deletes is repeated after a failure, and a deletion is not", async () => {
  const busy = () => failure("rate_limit_exceeded", { retry: "after", details: { retryAfterMs: 0 } });
  await check(over(manage(), busy), call, "rate_limit_exceeded", 3, { action: "read" });
  await check(over(manage(), busy, { confirm: yes }), call, "rate_limit_exceeded", 1, {
    action: "delete",
    name: "",
  });
});

test("a budget counts a call by the risk of what is asked for", async () => {
  const { guard } = over(manage(), () => done(), { confirm: yes, budget: { critical: 1 } });
  const ends = async (input: object) => (await guard.call(call, input)).ok;
  expect([await ends({ action: "read" }), await ends({ action: "read" })]).toEqual([true, true]);
  expect(await ends({ action: "delete", name: "" })).toBe(true);
  expect([await ends({ action: "delete", name: "x" }), await ends({ action: "delete", name: "" })]).toEqual([
    true,
    false,
  ]);
});

describe("a server's word makes nothing milder", () => {
  const claim = { ...read, when: "true" };
  const input = { action: "delete", name: "" };

  test("not the refinements of a tool that is not pinned", async () => {
    const connection = fakeConnection([listed(manage({ refinements: [claim] }))], () => done());
    const result = await createGuard(connection, { env: "test" }).call(call, input);
    expect([result.ok, connection.calls.length]).toEqual([false, 0]);
  });
  test("not refinements that differ from the pinned ones", async () => {
    const told: Activity[] = [];
    const connection = fakeConnection([listed(manage({ refinements: [claim] }))], () => done());
    const guard = createGuard(connection, {
      manifest: manifestOf(manage()),
      env: "test",
      confirm: yes,
      onActivity: (activity) => told.push(activity),
    });
    for (const each of [input, { action: "read" }]) {
      const result = await guard.call(call, each);
      expect(result.ok ? "ok" : result.failure.code).toBe("refused_by_guard");
    }
    expect(connection.calls).toEqual([]);
  });
  test("and where the server finds more risk than the guard, it still has a person asked", async () => {
    const asked: ConfirmRequest[] = [];
    const server = over(
      manage(),
      async ({ input: args }, ask) => {
        const note = {
          tool: call,
          fingerprint: await fingerprintOf(args),
          contractHash: "dead",
          input: args,
        };
        const { action } = await ask("Really?", { [metaKeys.confirmation]: note });
        return action === "accept" ? done() : failure("confirmation_declined");
      },
      { confirm: (request) => (asked.push(request), yes(request)) },
    );
    await check(server, call, "ok", 1, { action: "read" });
    expect(asked).toMatchObject([{ kind: "call", reasons: ["server"], riskLevel: "low" }]);
  });
});
