// A dry run makes all checks of the call, says what would refuse it, and uses up nothing.
import { expect, test } from "vitest";
import type { ToolContract } from "@proviso/manifest";
import type { Outcome, Principal } from "../../src/api/outcome.ts";
import { anna, fixture, preview, summary, tool, type Fixture } from "../sample.ts";

const input = { text: "a" };
const dry = { ...input, dryRun: true };
const planned = (changes: Partial<ToolContract> = {}) =>
  tool({ dryRun: { mode: "required", preview }, ...changes });

function warningsOf(outcome: Outcome): readonly string[] {
  if (outcome.kind !== "planned") throw new Error(`no plan: ${JSON.stringify(outcome)}`);
  return outcome.plan.warnings;
}

async function check(given: Fixture, expected: readonly unknown[], principal: Principal = anna) {
  const server = fixture(given);
  expect(warningsOf(await server.callAs(principal)("notes.create", dry))).toEqual(expected);
  expect(server.ran).toEqual([]);
}

test("a call that would pass is planned without a warning", () => check({ tools: [planned()] }, []));

test("an unmet requirement is told with the plan", () =>
  check(
    { tools: [planned({ requirements: ["range clear"] })], requirements: { "range clear": () => false } },
    ['Would be refused now: These requirements are not met: "range clear".'],
  ));

test("a log-in that is too old is told with the plan", async () => {
  const noon = Date.parse("2026-01-01T12:00:00Z") / 1000;
  const tools = [planned({ stepUpAuth: { kind: "always", acr: "mfa", maxAgeMs: 900_000 } })];
  const message =
    "Would be refused now: This call needs a log-in of the last 15 minutes with a second factor: the user has to sign in again before it is tried again.";
  await check({ tools }, [message], { ...anna, acr: "mfa", authTime: noon - 901 });
  await check({ tools }, [], { ...anna, acr: "mfa", authTime: noon - 900 });
});

test("a rate limit that is used up is told with the plan, and dry runs use up nothing of it", async () => {
  const rateLimit = { limit: 1, perMs: 60_000 };
  const server = fixture({ tools: [planned({ rateLimit })] });
  for (let time = 0; time < 3; time++) expect(warningsOf(await server.call("notes.create", dry))).toEqual([]);
  expect(summary(await server.call("notes.create", input))).toBe("completed");
  expect(warningsOf(await server.call("notes.create", dry))).toEqual([
    "Would be refused now: The limit of 1 executions is used up for now.",
  ]);
  expect(summary(await server.call("notes.create", input))).toBe("refused rate_limit_exceeded");
});

test("all that would refuse is told at once, behind the warnings of the tool itself", () =>
  check(
    {
      tools: [planned({ requirements: ["range clear"], stepUpAuth: { kind: "always", acr: "mfa" } })],
      requirements: { "range clear": () => false },
      plan: () => ({ count: 1, warnings: ["One address is unknown."] }),
    },
    [
      "One address is unknown.",
      expect.stringMatching(/^Would be refused now: .*range clear/),
      expect.stringMatching(/^Would be refused now: .*second factor/),
    ],
  ));

test("arguments that do not fit are refused in a dry run as well", async () => {
  const { call } = fixture({ tools: [planned()] });
  expect(summary(await call("notes.create", { ...dry, text: 7 }))).toBe("refused invalid_input");
});

test("whoever may not make the call may not see its plan either", async () => {
  const server = fixture({
    tools: [planned()],
    policies: { notes: ({ input: { text } }) => ({ effect: text === "a" ? "allow" : "deny" }) },
  });
  const stranger = server.callAs({ ...anna, permissions: [] });
  expect(summary(await stranger("notes.create", dry))).toBe("refused permission_denied");
  expect(summary(await server.call("notes.create", { ...dry, text: "b" }))).toBe("refused policy_violation");
});

test("a plan that was refused then counts once nothing refuses any more", async () => {
  let isClear = false;
  const server = fixture({
    tools: [planned({ requirements: ["range clear"] })],
    requirements: { "range clear": () => isClear },
  });
  expect(warningsOf(await server.call("notes.create", dry))).toHaveLength(1);
  expect(summary(await server.call("notes.create", input))).toBe("refused requirement_unmet");
  isClear = true;
  expect(summary(await server.call("notes.create", input))).toBe("completed");
});

const text = { type: "object", properties: { text: { type: "string" } }, required: ["text"] } as const;
const keyed = (changes: Partial<ToolContract> = {}) =>
  planned({ idempotency: { key: ["text"], ttlMs: 60_000 }, inputSchema: text, ...changes });
const again =
  "Already done: the call returns the result of the first one, and nothing is sent or changed again.";

test("a plan of a call that was made says that it is already done, in words and for programs", async () => {
  const server = fixture({ tools: [keyed({ rateLimit: { limit: 1, perMs: 60_000 } })] });
  const before = await server.call("notes.create", dry);
  expect(before).not.toHaveProperty("alreadyDone");
  expect(summary(await server.call("notes.create", input))).toBe("completed");
  const after = await server.call("notes.create", dry);
  // Not the used-up limit: a repeated call is answered before it is checked.
  expect(after).toMatchObject({ kind: "planned", alreadyDone: true, plan: { warnings: [again] } });
  expect(await server.call("notes.create", input)).toMatchObject({ kind: "completed", replayed: true });
  expect(server.ran).toHaveLength(1);
  server.clock.advance(60_001);
  expect(await server.call("notes.create", dry)).not.toHaveProperty("alreadyDone");
});

test("a plan does not promise the stored outcome where the call would be refused before it", async () => {
  let isClear = true;
  const server = fixture({
    tools: [keyed({ requirements: ["range clear"] })],
    requirements: { "range clear": () => isClear },
  });
  await server.call("notes.create", dry);
  expect(summary(await server.call("notes.create", input))).toBe("completed");
  isClear = false;
  const plan = await server.call("notes.create", dry);
  expect(plan).not.toHaveProperty("alreadyDone");
  expect(warningsOf(plan)).toEqual([expect.stringMatching(/^Would be refused now: /)]);
  expect(summary(await server.call("notes.create", input))).toBe("refused requirement_unmet");
});

test("a plan says so for the caller's own key as well, and tells another caller nothing", async () => {
  const server = fixture({ tools: [planned()] });
  const key = { idempotencyKey: "k-1" };
  await server.call("notes.create", dry, key);
  await server.call("notes.create", input, key);
  expect(warningsOf(await server.call("notes.create", dry, key))).toEqual([again]);
  expect(warningsOf(await server.call("notes.create", dry))).toEqual([]);
  const other = await server.callAs({ ...anna, id: "other" })("notes.create", dry, key);
  expect(warningsOf(other)).toEqual([]);
});

test("a plan with a key that was used for other arguments says that the call would be refused", async () => {
  const server = fixture({ tools: [planned()] });
  const key = { idempotencyKey: "k-1" };
  await server.call("notes.create", dry, key);
  await server.call("notes.create", input, key);
  const [warning] = warningsOf(await server.call("notes.create", { ...dry, text: "b" }, key));
  expect(warning).toMatch(/^Would be refused now: The same idempotency key was used/);
});
