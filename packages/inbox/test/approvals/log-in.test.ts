// A call whose caller's log-in is too old waits in the inbox until the person for whom it is made has logged in there.
import { describe, expect, test } from "vitest";
import type { StepUpAuth, ToolContract } from "@proviso/manifest";
import type { Principal } from "../../../server/src/api/outcome.ts";
import { anna, ben, criticalRisk, highRisk, summary, tool } from "../sample.ts";
import { approvalIn, carla, inboxFixture, operator, other, person, waitFor } from "./people.ts";

const noon = Date.parse("2026-01-01T12:00:00Z") / 1000;
const minute = 60_000;
const stepUpAuth: StepUpAuth = { kind: "always", maxAgeMs: 5 * minute };
/** Started with the server over stdio, an hour ago. */
const stale: Principal = { ...anna, authTime: noon - 3600, acr: "pwd" };

const loggedIn = (id: string, minutesAgo: number, more: Partial<Principal> = {}) =>
  person(id, { authTime: noon - minutesAgo * 60, ...more });

function serve(changes: Partial<ToolContract> = {}) {
  const app = inboxFixture({ tools: [tool({ ...highRisk, stepUpAuth, ...changes })] });
  const call = async (text = "a", principal = stale) => app.callAs(principal)("notes.create", { text });
  const { desk } = app;
  return { ...app, call, desk, wait: (text = "a", principal = stale) => waitFor(app, { text }, principal) };
}

describe("with a stale log-in", () => {
  test("a call waits, and says what is needed", async () => {
    const { call, desk } = serve();
    const outcome = await call();
    expect(outcome).toMatchObject({
      failure: {
        code: "approval_pending",
        message: expect.stringContaining(
          "needs a log-in of the last 5 minutes, so the user has to sign in there again",
        ),
        details: { maxAgeMs: 5 * minute },
      },
    });
    const id = approvalIn(outcome);
    expect(await desk.get(id, loggedIn("anna", 6))).toMatchObject({ objection: "log_in_too_old" });
    expect(await desk.approve(id, loggedIn("anna", 6))).toMatchObject({ ok: false, why: "log_in_too_old" });
    expect(await desk.approve(id, loggedIn("anna", 1))).toMatchObject({
      ok: true,
      approval: { state: "approved" },
    });
    expect(summary(await call())).toBe("completed");
  });

  test("of a caller without any log-in, it also says that a program cannot sign in", async () => {
    const { call } = serve();
    const messageTo = async (principal: Principal): Promise<string> => {
      const outcome = await call("a", principal);
      return outcome.kind === "refused"
        ? `${outcome.failure.code}: ${outcome.failure.message}`
        : outcome.kind;
    };
    const program = "If it is a program, which cannot sign in, a person has to make the call.";
    expect(await messageTo(anna)).toMatch(/^approval_pending: /);
    expect(await messageTo(anna)).toContain(program);
    expect(await messageTo(stale)).not.toContain(program);
  });

  test("the same of a tool that asks a person for some calls, or in the client", async () => {
    for (const changes of [
      { confirmation: { kind: "when", condition: "false" }, riskLevel: "low", autonomousExecution: true },
      {},
    ] as const) {
      const { desk, callAs, ran } = serve(changes);
      const call = () => callAs(stale)("notes.create", { text: "a" }, { canAsk: true });
      const id = approvalIn(await call());
      await desk.approve(id, loggedIn("anna", 0));
      expect([summary(await call()), ran.length]).toEqual(["completed", 1]);
    }
  });

  test("of a tool that asks nobody, or in the client alone, it is refused", async () => {
    for (const changes of [
      { confirmation: { kind: "always", by: "here" } },
      { confirmation: { kind: "never" }, riskLevel: "low", autonomousExecution: true },
    ] as const)
      expect(summary(await serve(changes).call())).toBe("refused step_up_required");
  });

  test("a no needs no log-in", async () => {
    const { call, desk, wait } = serve();
    expect(await desk.deny(await wait(), loggedIn("anna", 60))).toMatchObject({ ok: true });
    expect(summary(await call())).toBe("refused confirmation_declined");
  });

  test("the caller's token is never upgraded: the next call waits again", async () => {
    const { call, desk, wait, ran } = serve();
    await desk.approve(await wait(), loggedIn("anna", 0));
    expect(summary(await call())).toBe("completed");
    expect(summary(await call())).toBe("refused approval_pending");
    expect(summary(await call("b"))).toBe("refused approval_pending");
    expect(ran).toHaveLength(1);
  });

  test("what was approved before, without a log-in, does not run the call", async () => {
    const { clock, call, desk, wait, ran } = serve();
    const recent = { ...stale, authTime: noon };
    await desk.approve(await wait("a", recent), loggedIn("anna", 60));
    clock.advance(6 * minute);
    expect(summary(await call("a", recent))).toBe("refused approval_pending");
    expect(ran).toEqual([]);
  });

  test("a plan and a precheck say nothing against the call", async () => {
    const { server } = serve();
    const resolution = await server.resolve("notes.create", { text: "a" }, { principal: stale });
    expect(resolution).toMatchObject({ kind: "resolved" });
    expect(resolution).not.toHaveProperty("refusal");
  });

  test("the trail says which log-in it was", async () => {
    const { call, desk, wait, audit } = serve({
      stepUpAuth: { kind: "always", acr: "mfa", maxAgeMs: minute },
    });
    await desk.approve(await wait(), loggedIn("anna", 0, { acr: "mfa" }));
    await call();
    const logIn = { at: "2026-01-01T12:00:00.000Z", acr: "mfa" };
    expect(audit.records).toContainEqual(
      expect.objectContaining({ kind: "decision", decision: "approved", logIn }),
    );
    expect(audit.records).toContainEqual(expect.objectContaining({ kind: "approval", logIn }));
  });
});

describe("whose log-in", () => {
  test("somebody else's does not count, however recent", async () => {
    const { call, desk, wait } = serve();
    const id = await wait();
    for (const one of [loggedIn("carla", 0), loggedIn("anna", 0, { tenant: "other" }), loggedIn("ben", 0)])
      expect(await desk.approve(id, one)).toMatchObject({ ok: false, why: "unknown" });
    expect(await desk.approve(id, loggedIn("anna", 0, { kind: "agent" }))).toMatchObject({
      why: "not_a_person",
    });
    expect(summary(await call())).toBe("refused approval_pending");
  });

  test("where others approve, the person who asks logs in, and approves nothing", async () => {
    const { call, desk, wait, ran } = serve(other);
    const id = await wait();
    expect(await desk.get(id, loggedIn("anna", 9))).toMatchObject({ objection: "log_in_too_old" });
    expect(await desk.get(id, loggedIn("anna", 0))).toMatchObject({ identifies: true });
    const approver = loggedIn("carla", 0, { permissions: ["notes:approve"] });
    expect(await desk.approve(id, approver)).toMatchObject({ ok: true, approval: { state: "pending" } });
    expect(summary(await call())).toBe("refused approval_pending");
    expect(await desk.approve(id, loggedIn("anna", 0))).toMatchObject({
      ok: true,
      approval: { state: "approved", decisions: [{ verdict: "approve" }, { verdict: "identify" }] },
    });
    expect([summary(await call()), ran.length]).toEqual(["completed", 1]);
  });

  test("and the other way round: whoever asks has logged in, and nobody has approved", async () => {
    const { audit, call, desk, wait } = serve(other);
    const id = await wait();
    expect(await desk.approve(id, loggedIn("anna", 0))).toMatchObject({ approval: { state: "pending" } });
    expect(await desk.approve(id, loggedIn("anna", 0))).toMatchObject({ ok: false, why: "decided_before" });
    expect(summary(await call())).toBe("refused approval_pending");
    expect(await desk.approve(id, carla)).toMatchObject({ approval: { state: "approved" } });
    expect(summary(await call())).toBe("completed");
    const record = audit.records.find(({ kind }) => kind === "approval");
    expect(record?.approvers?.map((each) => each.id)).toEqual(["carla"]);
    expect(record?.logIn).toMatchObject({ at: "2026-01-01T12:00:00.000Z" });
  });

  test("an operator's yes is no log-in", async () => {
    const { call, desk, wait } = serve();
    const id = await wait();
    expect(await desk.approve(id, operator)).toMatchObject({ approval: { state: "pending" } });
    expect(await desk.approve(id, { operator: "anna" })).toMatchObject({ approval: { state: "pending" } });
    expect(summary(await call())).toBe("refused approval_pending");
    expect(await desk.approve(id, loggedIn("anna", 0))).toMatchObject({ approval: { state: "approved" } });
  });

  test("one log-in serves one approval: another caller's, and another call's, are their own", async () => {
    const { desk, wait, call } = serve();
    const [own, second, bens] = [await wait("a"), await wait("b"), await wait("a", { ...stale, id: ben.id })];
    await desk.approve(own, loggedIn("anna", 0));
    expect(await desk.approve(bens, loggedIn("anna", 0))).toMatchObject({ ok: false, why: "unknown" });
    expect(await desk.get(second, loggedIn("anna", 0))).toMatchObject({ state: "pending" });
    expect(summary(await call("b"))).toBe("refused approval_pending");
    expect(summary(await call("a", { ...stale, id: ben.id }))).toBe("refused approval_pending");
  });
});

describe("the clock", () => {
  test("the call runs before the log-in is too old, or waits again", async () => {
    const { clock, call, desk, wait } = serve();
    await desk.approve(await wait(), loggedIn("anna", 3));
    clock.advance(2 * minute + 1);
    expect(summary(await call())).toBe("refused approval_pending");
  });

  test("a log-in from a clock that is ahead lasts no longer than one from now", async () => {
    const { clock, call, desk, wait } = serve();
    const id = await wait();
    expect(await desk.approve(id, loggedIn("anna", -0.9))).toMatchObject({ approval: { state: "approved" } });
    clock.advance(5 * minute);
    expect(await desk.get(id, operator)).toMatchObject({ state: "approved" });
    clock.advance(1);
    expect(await desk.get(id, operator)).toMatchObject({ state: "pending" });
    expect(summary(await call())).toBe("refused approval_pending");
  });

  test("a log-in that is too old when the last approver says yes is given again", async () => {
    const { clock, desk, wait } = serve(other);
    const id = await wait();
    await desk.approve(id, loggedIn("anna", 0));
    clock.advance(6 * minute);
    expect(await desk.approve(id, carla)).toMatchObject({ approval: { state: "pending" } });
    expect(await desk.approve(id, loggedIn("anna", 0))).toMatchObject({ ok: false, why: "log_in_too_old" });
    expect(await desk.approve(id, loggedIn("anna", -6))).toMatchObject({ approval: { state: "approved" } });
  });

  test.each([
    ["from the future", { authTime: noon + 3600 }],
    ["whose time is unknown", {}],
    ["whose time is no number", { authTime: "now" as unknown as number }],
  ])("a log-in %s does not count", async (_, log) => {
    const { desk, wait } = serve();
    expect(await desk.approve(await wait(), person("anna", log))).toMatchObject({ why: "log_in_too_old" });
  });

  test("another class does not count", async () => {
    const { desk, wait } = serve({ stepUpAuth: { kind: "always", acr: "mfa" } });
    const id = await wait();
    expect(await desk.approve(id, loggedIn("anna", 0, { acr: "pwd" }))).toMatchObject({
      why: "log_in_too_old",
    });
    expect(await desk.approve(id, loggedIn("anna", 0, { acr: "mfa" }))).toMatchObject({ ok: true });
  });
});

test("over stdio, a critical tool lives on", async () => {
  const { clock, call, desk, wait } = serve({
    ...criticalRisk,
    stepUpAuth: { kind: "always", maxAgeMs: 15 * minute },
  });
  const atStart = { ...stale, authTime: noon };
  clock.advance(8 * 60 * minute);
  const id = await wait("a", atStart);
  await desk.approve(id, loggedIn("anna", -8 * 60));
  expect(summary(await call("a", atStart))).toBe("completed");
});
