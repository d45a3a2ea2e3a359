import type { JsonObject } from "@proviso/manifest";
import { expect, test } from "vitest";
import type { InvokeOptions, Principal } from "../../src/api/outcome.ts";
import { anna, ben, fixture, type Fixture, preview, tool } from "../sample.ts";

const dayMs = 86_400_000;

type Footprint = {
  readonly [
    Part in "caller" | "callerFacts" | "expiresAt" | "key" | "dryRun" | "policies" | "secrets"
  ]: unknown;
};

/** What the records of calls have beside what was asked and answered. */
function footprintsOf(given: Fixture = {}) {
  const server = fixture(given);
  return {
    ...server,
    async of(options: InvokeOptions, input: JsonObject = { text: "x" }): Promise<Footprint> {
      const before = server.audit.records.length;
      await server.server.invoke("notes.create", input, options);
      const { caller, callerFacts, expiresAt, key, dryRun, policies, secrets } =
        server.audit.records[before] ?? {};
      return { caller, callerFacts, expiresAt, key, dryRun, policies, secrets };
    },
  };
}

test("a caller's facts are recorded once a day, and by their digest otherwise", async () => {
  const { of, clock } = footprintsOf();
  const first = await of({ principal: anna });
  expect(first.callerFacts).toEqual({ permissions: ["emails:send", "notes:write"] });
  expect(first.caller).toMatch(/^[0-9a-f]{16}$/);
  clock.advance(dayMs / 24);
  const again = await of({ principal: { ...anna } });
  expect([again.caller, again.callerFacts]).toEqual([first.caller, undefined]);
  clock.advance(dayMs);
  expect(await of({ principal: anna })).toEqual(first);
});

test.each<[string, Partial<Principal>, JsonObject]>([
  ["class of log-in", { acr: "mfa" }, { acr: "mfa" }],
  ["time of log-in", { authTime: 1 }, { authTime: 1 }],
  ["issuer", { issuer: "https://id.example" }, { issuer: "https://id.example" }],
  ["permissions", { permissions: ["notes:write"] }, { permissions: ["notes:write"] }],
])("another %s is another digest", async (_, changed, facts) => {
  const { of } = footprintsOf();
  const { caller } = await of({ principal: anna });
  const other = await of({ principal: { ...anna, ...changed } });
  expect(other.callerFacts).toEqual({ permissions: ["emails:send", "notes:write"], ...facts });
  expect(other.caller).not.toBe(caller);
});

test("facts that two people share are recorded once", async () => {
  const { of } = footprintsOf();
  const { caller } = await of({ principal: anna });
  expect(await of({ principal: ben })).toMatchObject({ caller, callerFacts: undefined });
});

test("the end of a log-in is recorded from its second on", async () => {
  const { of, clock } = footprintsOf();
  const expiresAt = clock.now().getTime() / 1000 + 2;
  const principal = { ...anna, expiresAt };
  expect((await of({ principal })).expiresAt).toBeUndefined();
  clock.advance(2000);
  expect((await of({ principal })).expiresAt).toBe(expiresAt);
  expect((await of({ principal })).caller).toBeDefined();
});

test("a key is told from another one without being recorded", async () => {
  const { of } = footprintsOf();
  const keys: unknown[] = [];
  for (const idempotencyKey of ["k1", "k1", "k2"])
    keys.push((await of({ principal: anna, idempotencyKey })).key);
  keys.push((await of({ principal: anna })).key);
  expect(keys[0]).toEqual(keys[1]);
  expect(keys[2]).not.toEqual(keys[0]);
  expect([JSON.stringify(keys).includes("k1"), keys[3]]).toEqual([false, undefined]);
});

test("a dry run and a tool with policies are marked", async () => {
  const plain = await footprintsOf().of({ principal: anna });
  expect([plain.dryRun, plain.policies]).toEqual([undefined, undefined]);
  const tools = [tool({ dryRun: { mode: "supported", preview } })];
  const policies = { "*": () => ({ effect: "allow" }) as const };
  const { of } = footprintsOf({ tools, policies });
  expect(await of({ principal: anna }, { text: "x", dryRun: true })).toMatchObject({
    dryRun: true,
    policies: true,
  });
});

test("of hidden arguments, and of no others, a keyed digest is recorded", async () => {
  const inputSchema = {
    type: "object",
    properties: { iban: { type: "string", sensitive: true }, text: { type: "string" } },
    required: ["iban", "text"],
    additionalProperties: false,
  };
  const { of } = footprintsOf({ tools: [tool({ inputSchema })] });
  const secretsOf = async (iban: string, text: string) =>
    (await of({ principal: anna }, { iban, text })).secrets as JsonObject;
  const first = await secretsOf("DE1", "x");
  expect(Object.keys(first)).toEqual(["iban"]);
  expect(await secretsOf("DE1", "y")).toEqual(first);
  expect((await secretsOf("DE2", "x"))["iban"]).not.toEqual(first["iban"]);
});
