// Two issuers may give two callers one id. Neither uses what belongs to the other.
import { expect, test } from "vitest";
import type { Outcome, Principal } from "../../../server/src/api/outcome.ts";
import { approvalIn, input, operator, url } from "../approvals/people.ts";
import { anna, fixture, highRisk, preview, summary, tool, type Fixture } from "../sample.ts";

const [ours, theirs] = ["https://a.example", "https://b.example"].map((issuer) => ({ ...anna, issuer })) as [
  Principal,
  Principal,
];

/** Calls `notes.create` as one of the two. */
function opened(options: Fixture) {
  const made = fixture(options);
  const call = (principal: Principal, given: object = {}): Promise<Outcome> =>
    made.server.invoke("notes.create", input, { principal, ...given });
  return { ...made, call };
}

test("an approval counts for the caller of its issuer alone", async () => {
  const { call, desk, ran } = opened({ tools: [tool(highRisk)], approvals: { url } });
  const id = approvalIn(await call(ours));
  await desk.approve(id, operator);
  expect(summary(await call(theirs))).toBe("refused approval_pending");
  expect(ran).toHaveLength(0);
  expect(summary(await call(ours))).toBe("completed");
});

test("an answer counts for the caller of its issuer alone", async () => {
  const { call, ran } = opened({ tools: [tool(highRisk)] });
  const asked = await call(ours, { canAsk: true });
  if (asked.kind !== "input_required") throw new Error(asked.kind);
  const answer = { state: asked.state, action: "accept", content: { confirm: true } } as const;
  expect(summary(await call(theirs, { canAsk: true, answer }))).toBe("refused confirmation_unanswered");
  expect(ran).toHaveLength(0);
  expect(summary(await call(ours, { canAsk: true, answer }))).toBe("completed");
});

test("a key, its stored outcome and what a plan says of it are those of the caller of their issuer", async () => {
  const { call, ran, server } = opened({ tools: [tool({ dryRun: { mode: "supported", preview } })] });
  const key = { idempotencyKey: "k" };
  const plan = (principal: Principal): Promise<Outcome> =>
    server.invoke("notes.create", { ...input, dryRun: true }, { principal, ...key });
  expect(summary(await call(ours, key))).toBe("completed");
  expect(await plan(ours)).toHaveProperty("alreadyDone");
  expect(await plan(theirs)).not.toHaveProperty("alreadyDone");
  expect(summary(await call(theirs, key))).toBe("completed");
  expect(summary(await call(ours, key))).toBe("replayed");
  expect(ran).toHaveLength(2);
});

test("the receipt of a dry run counts for the caller of its issuer alone", async () => {
  const { call, server } = opened({ tools: [tool({ dryRun: { mode: "required", preview } })] });
  await server.invoke("notes.create", { ...input, dryRun: true }, { principal: ours });
  expect(summary(await call(theirs))).toBe("refused dry_run_required");
  expect(summary(await call(ours))).toBe("completed");
});

test("a limit is counted for each of them", async () => {
  const { call } = opened({ tools: [tool({ rateLimit: { limit: 1, perMs: 60_000 } })] });
  expect(summary(await call(ours))).toBe("completed");
  expect(summary(await call(theirs))).toBe("completed");
  expect(summary(await call(ours))).toBe("refused rate_limit_exceeded");
});
