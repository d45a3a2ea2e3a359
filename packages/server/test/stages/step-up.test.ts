import { expect, test } from "vitest";
import type { StepUpAuth } from "@proviso/manifest";
import type { Principal } from "../../src/api/outcome.ts";
import { anna, fixture, highRisk, preview, summary, tool } from "../sample.ts";

const noon = Date.parse("2026-01-01T12:00:00Z") / 1000;
const refused = "refused step_up_required";

async function check(stepUpAuth: StepUpAuth, principal: Partial<Principal>, expected: string) {
  const { callAs, ran } = fixture({ tools: [tool({ stepUpAuth })] });
  const outcome = await callAs({ ...anna, ...principal })("notes.create", { text: "x" });
  expect([summary(outcome), ran.length]).toEqual([expected, expected === "completed" ? 1 : 0]);
  return outcome;
}

const fresh: StepUpAuth = { kind: "always", maxAgeMs: 60_000 };
test("a recent log-in passes", () => check(fresh, { authTime: noon - 60 }, "completed"));
test("an old log-in is refused", () => check(fresh, { authTime: noon - 61 }, refused));
test("an unknown log-in is refused", () => check(fresh, {}, refused));
test("a log-in from the future is refused", () => check(fresh, { authTime: noon + 3600 }, refused));
test("a log-in by a clock that is a little ahead passes", () =>
  check(fresh, { authTime: noon + 30 }, "completed"));
test("a log-in time that is no number is refused", () =>
  check(fresh, { authTime: "now" as unknown as number }, refused));
test("step-up without details wants a log-in of the last five minutes", async () => {
  await check({ kind: "always" }, { authTime: noon - 299 }, "completed");
  await check({ kind: "always" }, { authTime: noon - 301 }, refused);
});

const strong: StepUpAuth = { kind: "always", acr: "mfa" };
test("the authentication class must be exactly the one asked for", async () => {
  await check(strong, { acr: "mfa" }, "completed");
  await check(strong, { acr: "mfa2", authTime: noon }, refused);
  const outcome = await check({ ...strong, maxAgeMs: 1000 }, { authTime: noon }, refused);
  expect(outcome).toMatchObject({ failure: { details: { acr: "mfa", maxAgeMs: 1000 } } });
});

test("a condition decides, and one that cannot be evaluated asks for step-up", async () => {
  const when = (condition: string): StepUpAuth => ({ kind: "when", condition, maxAgeMs: 1000 });
  await check(when("size(input.text) > 5"), {}, "completed");
  await check(when("size(input.text) == 1"), {}, refused);
  await check(when("principal.acr == 'mfa'"), {}, refused);
  await check(when("this is not CEL"), {}, refused);
  await check(when("env.name == 'live'"), {}, refused);
});

test("without an inbox a call that needs a person is refused for its log-in before anybody is asked", async () => {
  const tools = [tool({ ...highRisk, stepUpAuth: fresh })];
  const { callAs } = fixture({ tools });
  expect(summary(await callAs(anna)("notes.create", { text: "x" }, { canAsk: true }))).toBe(refused);
});

test("a dry run says that the call would be refused for its log-in", async () => {
  const tools = [tool({ stepUpAuth: fresh, dryRun: { mode: "supported", preview } })];
  const { call } = fixture({ tools });
  expect(await call("notes.create", { text: "x", dryRun: true })).toMatchObject({
    kind: "planned",
    plan: { warnings: [expect.stringMatching(/^Would be refused now: This call needs a log-in/)] },
  });
});

test("a stored outcome is returned only to a log-in as recent as the tool needs", async () => {
  const { callAs, server } = fixture({ tools: [tool({ stepUpAuth: fresh })] });
  const options = { idempotencyKey: "k" };
  const [recent, old] = [noon, noon - 61].map((authTime) => ({ ...anna, authTime }));
  const said = async (principal = anna) =>
    summary(await callAs(principal)("notes.create", { text: "x" }, options));
  expect([await said(recent), await said(recent), await said(old)]).toEqual([
    "completed",
    "replayed",
    refused,
  ]);
  const resolved = (principal = anna) =>
    server.resolve("notes.create", { text: "x" }, { principal, idempotencyKey: "k" });
  expect(await resolved(old)).toMatchObject({ refusal: { code: "step_up_required" } });
  expect(await resolved(recent)).not.toHaveProperty("refusal");
});
