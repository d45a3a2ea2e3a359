// What people have approved stays approved when the log-in of the person who asks becomes too old: the call waits for another log-in.
import { describe, expect, test } from "vitest";
import type { StepUpAuth, ToolContract } from "@proviso/manifest";
import type { Principal } from "../../../server/src/api/outcome.ts";
import { anna, highRisk, summary, tool } from "../sample.ts";
import { approvalIn, carla, inboxFixture, other, person, two, url } from "./people.ts";

const noon = Date.parse("2026-01-01T12:00:00Z") / 1000;
const minute = 60_000;
const stepUpAuth: StepUpAuth = { kind: "always", maxAgeMs: 5 * minute };

/** The agent's token, whose user logged in so many minutes before noon. */
const token = (minutesAgo: number): Principal => ({ ...anna, authTime: noon - minutesAgo * 60 });
const session = (minutesAgo: number) => person("anna", { authTime: noon - minutesAgo * 60 });
const unaskedTool = {
  confirmation: { kind: "when", condition: "false" },
  riskLevel: "low",
  autonomousExecution: true,
} as const;

function serve(changes: Partial<ToolContract> = {}) {
  const app = inboxFixture({ tools: [tool({ ...highRisk, stepUpAuth, ...changes })] });
  const call = (principal: Principal) => app.callAs(principal)("notes.create", { text: "a" });
  const said = async (principal: Principal) => {
    const outcome = await call(principal);
    return "failure" in outcome ? outcome.failure.message : summary(outcome);
  };
  return { ...app, call, said, desk: app.desk };
}

describe("approved while the log-in was recent enough", () => {
  test("the call waits for a log-in alone, with the same approval, and says so", async () => {
    const { call, clock, desk, ran, said } = serve();
    const id = approvalIn(await call(token(4)));
    await desk.approve(id, session(60));
    clock.advance(2 * minute);
    const outcome = await call(token(4));
    expect(approvalIn(outcome)).toBe(id);
    expect(outcome).toMatchObject({ failure: { details: { maxAgeMs: 5 * minute } } });
    const message = await said(token(4));
    expect(message).toContain("This call is approved, but has not run yet: a log-in is missing.");
    expect(message).toContain(
      `sign in again and to confirm at ${url}/${id}. Nobody has to approve it again.`,
    );
    expect(await desk.get(id, session(0))).toMatchObject({ state: "pending", identifies: true });
    expect(await desk.approve(id, session(0))).toMatchObject({
      approval: { state: "approved", decisions: [{ verdict: "approve" }, { verdict: "identify" }] },
    });
    expect(summary(await call(token(4)))).toBe("completed");
    expect(ran).toHaveLength(1);
  });

  test("a yes of others counts on, and only the person who asks can add the log-in", async () => {
    const { call, clock, desk } = serve(other);
    const id = approvalIn(await call(token(4)));
    expect(await desk.approve(id, carla)).toMatchObject({ approval: { state: "approved" } });
    clock.advance(2 * minute);
    expect(await desk.get(id, carla)).toMatchObject({ state: "pending", objection: "decided_before" });
    const dora = person("dora", { permissions: ["notes:approve"], authTime: noon + 120 });
    await desk.approve(id, dora);
    expect(summary(await call(token(4)))).toBe("refused approval_pending");
    expect(await desk.approve(id, session(-2))).toMatchObject({ approval: { state: "approved" } });
    expect(summary(await call(token(4)))).toBe("completed");
  });

  test("a token with a newer log-in runs the call, and one with an old log-in gains nothing by it", async () => {
    const { call, clock, desk, ran } = serve();
    const id = approvalIn(await call(token(4)));
    await desk.approve(id, session(60));
    clock.advance(2 * minute);
    expect(summary(await call(token(4)))).toBe("refused approval_pending");
    // Another process of the same agent has called with a new token; its log-in is not that of this call.
    expect(await desk.get(id, session(60))).toMatchObject({ state: "pending" });
    expect(summary(await call(token(-2)))).toBe("completed");
    expect(ran).toHaveLength(1);
    expect(summary(await call(token(4)))).toBe("refused approval_pending");
  });

  test("the log-in with which the person approved counts as well", async () => {
    const { call, clock, desk } = serve();
    await desk.approve(approvalIn(await call(token(4))), session(0));
    clock.advance(4 * minute);
    expect(summary(await call(token(4)))).toBe("completed");
  });

  test("just before the handler the log-in is looked at again", async () => {
    const app = serve();
    const id = approvalIn(await app.call(token(4)));
    await app.desk.approve(id, session(60));
    const { store } = app;
    let reads = 0;
    // Time passes between the moment at which the approval is found and that at which it is used.
    const late = inboxFixture({
      tools: [tool({ ...highRisk, stepUpAuth })],
      clock: app.clock,
      store: {
        ...store,
        get: (key) => {
          if (key.startsWith("pending:") && ++reads === 2) app.clock.advance(2 * minute);
          return store.get(key);
        },
      },
    });
    const outcome = await late.callAs(token(4))("notes.create", { text: "a" });
    expect(reads).toBeGreaterThan(1);
    expect([approvalIn(outcome), late.ran]).toEqual([id, []]);
  });

  test("the yes of others does not last for ever, however often the person logs in", async () => {
    const { call, clock, desk } = serve(other);
    const id = approvalIn(await call(token(4)));
    await desk.approve(id, carla);
    const hour = 60 * minute;
    for (const passed of [59, 118]) {
      clock.advance(59 * minute);
      await desk.approve(id, session(-passed));
    }
    clock.advance(3 * minute);
    expect(await desk.get(id, carla)).toMatchObject({ state: "expired", createdAt: noon * 1000 });
    expect(clock.now().getTime()).toBeGreaterThan(noon * 1000 + 2 * hour);
    expect(approvalIn(await call(token(4)))).not.toBe(id);
  });

  test("two approvals of which one is given: the caller is told both that and until when the log-in lasts", async () => {
    const { call, desk, said } = serve(two);
    await desk.approve(approvalIn(await call(token(4))), carla);
    expect(await said(token(4))).toMatch(
      /2 people have to approve it.*1 of them has approved it\..*recent enough for this call until 12:01 UTC/s,
    );
  });
});

describe("a call that waited for nothing but a log-in", () => {
  test("runs with a newer token, and its approval waits no longer", async () => {
    const { call, desk, ran } = serve(unaskedTool);
    const id = approvalIn(await call(token(60)));
    expect(summary(await call(token(0)))).toBe("completed");
    expect(await desk.get(id, session(0))).toMatchObject({ state: "withdrawn", withdrawn: "not_needed" });
    expect(await desk.approve(id, session(0))).toMatchObject({ ok: false, why: "ended" });
    expect(ran).toHaveLength(1);
  });

  test("does not run with a newer token after a no", async () => {
    const { call, desk, ran } = serve(unaskedTool);
    await desk.deny(approvalIn(await call(token(60))), session(60));
    expect(summary(await call(token(0)))).toBe("refused confirmation_declined");
    expect(ran).toEqual([]);
  });
});

describe("whoever decides is warned", () => {
  test.each([
    ["at once, if a yes is not enough", token(60), carla, { until: 0, isSoon: true, isOwn: false }],
    ["if little time is left", token(4), carla, { until: (noon + 60) * 1000, isSoon: true, isOwn: false }],
    ["not if there is time", token(1), carla, { until: (noon + 240) * 1000, isSoon: false, isOwn: false }],
    [
      "not if their own log-in is newer than the token's",
      token(4),
      session(1),
      { until: (noon + 240) * 1000, isSoon: false, isOwn: true },
    ],
  ])("%s", async (_, principal, reviewer, logIn) => {
    const { call, desk } = serve(other);
    const id = approvalIn(await call(principal));
    expect(await desk.get(id, reviewer)).toMatchObject({ logIn });
  });

  test("not by a call that needs no log-in, or one of a class that lasts", async () => {
    for (const none of [{ kind: "never" }, { kind: "always", acr: "mfa" }] as const) {
      const { call, desk } = serve({ ...other, stepUpAuth: none });
      const id = approvalIn(await call({ ...anna, acr: "mfa" }));
      expect(await desk.get(id, carla)).not.toHaveProperty("logIn");
    }
  });
});

test("an approval whose place another has taken stays where it was, with the reason", async () => {
  const { call, clock, desk, said, server } = serve(other);
  const first = approvalIn(await call(token(0)));
  await desk.approve(first, carla);
  await server.pauses.pause("all", { operator: "olga" });
  await server.pauses.resume("all", { operator: "olga" });
  clock.advance(3000);
  const second = approvalIn(await call(token(0)));
  expect(second).not.toBe(first);
  expect(await said(token(0))).toContain(
    "It waited before, and that approval ended because an operator has paused the tool, so what was approved then does not count.",
  );
  expect(await desk.get(first, carla)).toMatchObject({ withdrawn: "paused", replacedBy: second });
  expect(await desk.get(second, carla)).toMatchObject({
    replaces: { id: first, why: "paused", approvals: 1 },
  });
  expect(await desk.approve(first, carla)).toMatchObject({ ok: false, why: "ended" });
  expect((await desk.list(carla)).map(({ id }) => id)).toEqual([second, first]);
  expect(await desk.get(first, person("ben", { tenant: "elsewhere" }))).toBeUndefined();
});
