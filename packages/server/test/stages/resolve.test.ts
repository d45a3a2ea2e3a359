// Resolving a call reports the refusal that the call itself would get, and uses up no limit.
import { expect, test } from "vitest";
import type { ToolContract } from "@proviso/manifest";
import type { Principal } from "../../src/api/outcome.ts";
import { anna, fixture, highRisk, preview, summary, tool, type Fixture } from "../sample.ts";

const minute = 60_000;
const input = { text: "a" };
const rateLimit = { limit: 1, perMs: minute };
const asking = (changes: Partial<ToolContract> = {}) => tool({ ...highRisk, ...changes });

function open(given: Fixture) {
  const bench = fixture(given);
  const refusalOf = async (principal: Principal = anna, idempotencyKey?: string) => {
    const key = idempotencyKey === undefined ? {} : { idempotencyKey };
    const answer = await bench.server.resolve("notes.create", input, { principal, ...key });
    return answer.kind === "resolved" ? answer.refusal : summary(answer);
  };
  return { ...bench, refusalOf };
}

test("a call that would pass, or would ask a person, has no refusal", async () => {
  const { refusalOf, ran, audit } = open({ tools: [asking({ rateLimit })] });
  expect(await refusalOf()).toBeUndefined();
  expect([ran, audit.records]).toEqual([[], []]);
});

const noon = Date.parse("2026-01-01T12:00:00Z") / 1000;
const hour: Principal = { ...anna, authTime: noon - 3600 };
for (const [what, given, principal, code] of [
  [
    "an unmet requirement",
    { tools: [asking({ requirements: ["range clear"] })], requirements: { "range clear": () => false } },
    anna,
    "requirement_unmet",
  ],
  [
    "a policy",
    { tools: [asking()], policies: { notes: () => ({ effect: "deny" }) } },
    anna,
    "policy_violation",
  ],
  [
    "a log-in that is too old",
    { tools: [asking({ stepUpAuth: { kind: "always", maxAgeMs: 900_000 } })] },
    hour,
    "step_up_required",
  ],
  [
    "the first of several",
    {
      tools: [asking({ requirements: ["range clear"], stepUpAuth: { kind: "always", maxAgeMs: 900_000 } })],
      requirements: { "range clear": () => false },
      policies: { notes: () => ({ effect: "deny" }) },
    },
    hour,
    "requirement_unmet",
  ],
] as const satisfies readonly (readonly [string, Fixture, Principal, string])[])
  test(`${what} is the very failure of the call`, async () => {
    const { refusalOf, callAs, ran } = open(given);
    const refusal = await refusalOf(principal);
    expect(refusal).toMatchObject({ code });
    expect(await callAs(principal)("notes.create", input, { canAsk: true })).toMatchObject({
      kind: "refused",
      failure: refusal,
    });
    expect(ran).toEqual([]);
  });

test("the answer that a call would be refused is on record before it is given, and no other", async () => {
  const tools = [asking({ requirements: ["range clear"] })];
  const { audit, refusalOf } = open({ tools, requirements: { "range clear": () => false } });
  await refusalOf();
  await refusalOf({ ...anna, permissions: [] });
  const record = { kind: "precheck", tool: "notes.create", outcome: "refused", event: "note.created" };
  expect(audit.records).toMatchObject([
    { ...record, failure: "requirement_unmet", input },
    { ...record, failure: "permission_denied", inputBytes: 12 },
  ]);
  expect(audit.records[1]).not.toHaveProperty("input");
  const append = (): Promise<never> => Promise.reject(new Error("disk full"));
  const unrecorded = open({
    tools,
    requirements: { "range clear": () => false },
    audit: { append, close: async () => {} },
  });
  expect(await unrecorded.refusalOf()).toBe("refused server_unavailable");
  const allowed = open({
    tools,
    requirements: { "range clear": () => true },
    audit: { append, close: async () => {} },
  });
  expect(await allowed.refusalOf()).toBeUndefined();
});

test("a used-up limit is told, uses up nothing, and does not hold for what is only told again", async () => {
  const idempotency = { key: ["text"], ttlMs: minute };
  const plain = open({ tools: [tool({ rateLimit })] });
  for (let time = 0; time < 3; time++) expect(await plain.refusalOf()).toBeUndefined();
  expect(summary(await plain.call("notes.create", input, { idempotencyKey: "k" }))).toBe("completed");
  const refusal = await plain.refusalOf();
  expect(refusal).toMatchObject({ code: "rate_limit_exceeded", details: { retryAfterMs: minute } });
  expect(await plain.call("notes.create", input)).toMatchObject({ failure: refusal });
  expect(await plain.refusalOf(anna, "k")).toBeUndefined();
  const keyed = open({ tools: [tool({ rateLimit, idempotency })] });
  await keyed.call("notes.create", input);
  expect(await keyed.refusalOf()).toBeUndefined();
  expect(summary(await keyed.call("notes.create", input))).toBe("replayed");
});

test("the contract is that of the refinement that applies, and the answer says which", async () => {
  const { autonomousExecution, confirmation, dataFlow, hints, riskLevel, sideEffects, stepUpAuth } = tool();
  const low = { autonomousExecution, confirmation, dataFlow, hints, riskLevel, sideEffects, stepUpAuth };
  const { server } = open({ tools: [asking({ refinements: [{ ...low, when: "input.text == 'a'" }] })] });
  const resolve = (text: string) => server.resolve("notes.create", { text }, { principal: anna });
  expect(await resolve("a")).toMatchObject({ refinement: 0, contract: { riskLevel: "low" } });
  const asWritten = await resolve("b");
  expect(asWritten).toMatchObject({ kind: "resolved", contract: { riskLevel: "high" } });
  expect(asWritten).not.toHaveProperty("refinement");
});

test("a key under which nothing is kept does not pass a used-up limit", async () => {
  const { call, refusalOf } = open({ tools: [tool({ rateLimit })] });
  await call("notes.create", { text: "another" });
  expect(await refusalOf(anna, "k")).toMatchObject({ code: "rate_limit_exceeded" });
});

test("a dry run is not refused for what it reports in its plan", async () => {
  const { call, server } = open({ tools: [tool({ rateLimit, dryRun: { mode: "supported", preview } })] });
  await call("notes.create", input);
  const resolve = (more: object) =>
    server.resolve("notes.create", { ...input, ...more }, { principal: anna });
  expect(await resolve({})).toMatchObject({ refusal: { code: "rate_limit_exceeded" } });
  expect(await resolve({ dryRun: true })).not.toHaveProperty("refusal");
});

test("a dry run is not refused for a log-in that the call would need", async () => {
  const stepUpAuth = { kind: "always", maxAgeMs: 900_000 } as const;
  const { server, refusalOf } = open({
    tools: [asking({ stepUpAuth, dryRun: { mode: "supported", preview } })],
  });
  expect(await refusalOf(hour)).toMatchObject({ code: "step_up_required" });
  const dry = await server.resolve("notes.create", { ...input, dryRun: true }, { principal: hour });
  expect([dry.kind, "refusal" in dry]).toEqual(["resolved", false]);
});

const secret = new Error("s3cret");
test("a store that fails is the refusal of the call, and the host is told why", async () => {
  const faults: unknown[] = [];
  const { server, call } = open({
    store: { ...fixture().store, get: () => Promise.reject(secret) },
    onFault: (error, name) => void faults.push([name, error]),
  });
  const options = { principal: anna, idempotencyKey: "k" };
  const answer = await server.resolve("notes.create", input, options);
  expect(answer).toMatchObject({
    kind: "refused",
    tool: "notes.create",
    failure: { code: "server_unavailable", retry: "after" },
  });
  expect(faults).toEqual([["notes.create", secret]]);
  expect(await call("notes.create", input, options)).toEqual(answer);
  expect(JSON.stringify(answer)).not.toContain("s3cret");
});

test("what throws otherwise is a refusal that says nothing of it", async () => {
  const bench = open({ tools: [tool()] });
  bench.clock.now = () => {
    throw secret;
  };
  const principal = { ...anna, expiresAt: 2_000_000_000 };
  const answer = await bench.server.resolve("notes.create", input, { principal });
  expect(answer).toMatchObject({ kind: "refused", failure: { code: "internal_error", retry: "never" } });
  expect(JSON.stringify(answer)).not.toContain("s3cret");
});

test("each counts as a call that comes to nothing, and leaves the record to the first call that is refused", async () => {
  const { refusalOf, call, audit } = open({ tools: [tool()], attempts: { limit: 2, perMs: minute } });
  expect([await refusalOf(), await refusalOf(), await refusalOf()]).toEqual([
    undefined,
    undefined,
    "refused rate_limit_exceeded",
  ]);
  expect(audit.records).toEqual([]);
  expect(summary(await call("notes.create", input))).toBe("refused rate_limit_exceeded");
  expect(audit.records).toMatchObject([{ outcome: "refused", failure: "rate_limit_exceeded" }]);
});

test("a server that shuts down waits for what it has begun to say, and begins no more", async () => {
  let allow = (): void => undefined;
  const { refusalOf, server } = open({
    tools: [asking({ requirements: ["range clear"] })],
    requirements: { "range clear": () => new Promise<boolean>((resolve) => (allow = () => resolve(true))) },
  });
  const before = refusalOf();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const closed = server.close();
  expect(await refusalOf()).toBe("refused server_unavailable");
  allow();
  expect(await before).toBeUndefined();
  await closed;
});
