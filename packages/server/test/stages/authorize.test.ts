import { expect, test } from "vitest";
import type { Principal } from "../../src/api/outcome.ts";
import type { Policy } from "../../src/api/ports.ts";
import { anna, fixture, highRisk, summary, tool } from "../sample.ts";
import type { Fixture } from "../sample.ts";

async function check(given: Fixture, expected: string, principal: Principal | undefined = anna) {
  const { server, ran } = fixture({ decisionMs: 20, ...given });
  const outcome = await server.invoke("notes.create", { text: "x" }, principal ? { principal } : {});
  expect([summary(outcome), ran.length]).toEqual([expected, expected === "completed" ? 1 : 0]);
  return outcome;
}

test("without an identity nothing is permitted", async () => {
  const { server, ran } = fixture();
  const outcome = await server.invoke("notes.create", { text: "x" }, {});
  expect([summary(outcome), ran]).toEqual(["refused permission_denied", []]);
});
test("an empty identity is none", () => check({}, "refused permission_denied", { ...anna, id: "" }));

test("every permission is needed, and the missing ones are named", async () => {
  const permissions = ["notes:write", "notes:admin", "constructor"];
  const outcome = await check({ tools: [tool({ permissions })] }, "refused permission_denied");
  expect(outcome).toMatchObject({ failure: { details: { missing: ["notes:admin", "constructor"] } } });
});

const requiring = { tools: [tool({ requirements: ["fuel loaded", "range clear"] })] };
test("met requirements pass", () =>
  check(
    { ...requiring, requirements: { "fuel loaded": () => true, "range clear": async () => true } },
    "completed",
  ));
test("unmet requirements are named exactly as written", async () => {
  const requirements = { "fuel loaded": () => true, "range clear": () => false };
  const outcome = await check({ ...requiring, requirements }, "refused requirement_unmet");
  expect(outcome).toMatchObject({ failure: { details: { unmet: ["range clear"] } } });
});
test("SEP-2487: one unmet requirement is enough, and all that are unmet are named", async () => {
  const unmet = ["range clear", "crew aboard", "fuel loaded"];
  const tools = [tool({ requirements: ["sky clear", ...unmet] })];
  const of = (met: readonly string[]) =>
    Object.fromEntries(["sky clear", ...unmet].map((name) => [name, () => met.includes(name)]));
  await check(
    { tools, requirements: of(["sky clear", "range clear", "crew aboard"]) },
    "refused requirement_unmet",
  );
  const outcome = await check({ tools, requirements: of(["sky clear"]) }, "refused requirement_unmet");
  expect(outcome).toMatchObject({ failure: { details: { unmet } } });
});
test("SEP-2487: requirements are asked anew at each call", async () => {
  let isClear = true;
  const requirements = { "fuel loaded": () => true, "range clear": () => isClear };
  const { server } = fixture({ ...requiring, requirements });
  const call = async () => summary(await server.invoke("notes.create", { text: "x" }, { principal: anna }));
  expect(await call()).toBe("completed");
  isClear = false;
  expect(await call()).toBe("refused requirement_unmet");
});
test("SEP-2487: a requirement that ends while a person is asked stops the call", async () => {
  let isClear = true;
  const requirements = { "range clear": () => isClear };
  const tools = [tool({ ...highRisk, requirements: ["range clear"] })];
  const { server, ran } = fixture({ tools, requirements });
  const options = { principal: anna, canAsk: true };
  const asked = await server.invoke("notes.create", { text: "x" }, options);
  expect(asked.kind).toBe("input_required");
  isClear = false;
  const state = "state" in asked ? asked.state : "";
  const answer = { state, action: "accept", content: { confirm: true } } as const;
  expect(summary(await server.invoke("notes.create", { text: "x" }, { ...options, answer }))).toBe(
    "refused requirement_unmet",
  );
  expect(ran).toEqual([]);
});
test("SEP-2487: requirements that are met replace no permission and no policy", async () => {
  const requirements = { "fuel loaded": () => true, "range clear": () => true };
  const stranger = { ...anna, permissions: [] };
  await check({ ...requiring, requirements }, "refused permission_denied", stranger);
  const closed: Policy = () => ({ effect: "deny", reason: "Not on a Friday." });
  await check({ ...requiring, requirements, policies: { "*": closed } }, "refused policy_violation");
});
for (const [what, resolver] of [
  ["throws", () => Promise.reject(new Error("down"))],
  ["never answers", () => new Promise<boolean>(() => {})],
  ["answers something true-ish", () => "yes" as unknown as boolean],
] as const)
  test(`a requirement whose resolver ${what} is unmet`, () =>
    check(
      { ...requiring, requirements: { "fuel loaded": () => true, "range clear": resolver } },
      "refused requirement_unmet",
    ));

test("a declared requirement without a resolver stops the server from starting", () => {
  const tools = [tool({ requirements: ["constructor"] })];
  expect(() => fixture({ tools })).toThrow(
    '`notes.create` requires "constructor", and no resolver is registered',
  );
});

const allow: Policy = () => ({ effect: "allow" });
const deny: Policy = () => ({ effect: "deny", reason: "Not on a Friday." });
test("a policy that allows lets pass", () => check({ policies: { "*": allow } }, "completed"));
test("a policy that allows does not replace a permission", () =>
  check(
    { tools: [tool({ permissions: ["notes:admin"] })], policies: { "*": allow } },
    "refused permission_denied",
  ));
for (const key of ["*", "notes", "notes.create"])
  test(`a policy under \`${key}\` that denies refuses with its reason`, async () => {
    const outcome = await check({ policies: { [key]: [allow, deny] } }, "refused policy_violation");
    expect(outcome).toMatchObject({ failure: { message: "Not on a Friday." } });
  });
test("a policy of another domain does not matter", async () => {
  const tools = [tool(), tool({ name: "emails.send", domain: "emails" })];
  await check({ tools, policies: { emails: deny } }, "completed");
});
for (const [what, policy] of [
  ["throws", () => Promise.reject(new Error("s3cret"))],
  ["never answers", () => new Promise<never>(() => {})],
  ["answers undefined", () => undefined as never],
  ["answers something else", () => ({ effect: "maybe" }) as never],
] as const)
  test(`a policy that ${what} denies`, async () => {
    const outcome = await check({ policies: { "*": policy } }, "refused policy_violation");
    expect(JSON.stringify(outcome)).not.toContain("s3cret");
  });

test("authentication that has expired permits nothing, from the second on at which it ends", async () => {
  const noon = Date.parse("2026-01-01T12:00:00Z") / 1000;
  await check({}, "completed", { ...anna, expiresAt: noon + 1 });
  const outcome = await check({}, "refused permission_denied", { ...anna, expiresAt: noon });
  expect(outcome).toMatchObject({ failure: { details: { expired: true } } });
  const { server } = fixture();
  const resolved = (principal?: Principal) =>
    server.resolve("notes.create", { text: "x" }, principal ? { principal } : {});
  expect(await resolved({ ...anna, expiresAt: noon })).toMatchObject({
    kind: "refused",
    failure: { code: "permission_denied", details: { expired: true } },
  });
  expect(await resolved()).toMatchObject({ kind: "refused", failure: { code: "permission_denied" } });
  expect(await resolved(anna)).toMatchObject({ kind: "resolved" });
});

test("a policy is given the caller, the contract, a copy of the input and the time", async () => {
  const seen: unknown[] = [];
  const policy: Policy = ({ input, now, principal, tool: { name }, signal }) => {
    seen.push({ input: { ...input }, now, principal: principal.id, name, aborted: signal.aborted });
    return { effect: "allow" };
  };
  await check({ policies: { "*": policy } }, "completed");
  const now = new Date("2026-01-01T12:00:00Z");
  expect(seen).toEqual([
    { input: { text: "x" }, now, principal: "anna", name: "notes.create", aborted: false },
  ]);
});
