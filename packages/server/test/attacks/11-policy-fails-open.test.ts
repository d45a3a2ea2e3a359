// Policies and requirements that throw, hang or answer something else, in process: `test/stages/authorize.test.ts`.
import { expect, test } from "vitest";
import type { PolicyInput, Policy } from "../../src/api/ports.ts";
import type { Fixture } from "../sample.ts";
import { anna, fixture, tool } from "../sample.ts";
import { surfaces } from "./surfaces.ts";

const allow: Policy = () => ({ effect: "allow" });
const hang = () => new Promise<never>(() => {});
const fail = (): never => {
  throw new Error("s3cret");
};
const needsTenant: Policy = ({ principal: { attributes } }) => {
  return (attributes as { level: number }).level > 3 ? { effect: "allow" } : { effect: "deny" };
};
const requiring = { tools: [tool({ requirements: ["state:clear"] })] };

for (const [name, attack] of surfaces) {
  const check = async (options: Fixture, expected: string, principal = anna) => {
    const server = fixture({ decisionMs: 20, ...options });
    expect(await attack(server, "notes.create", { text: "a" }, { principal })).toBe(expected);
    expect(server.ran).toEqual([]);
  };
  for (const [what, policy] of [
    ["throws", fail],
    ["hangs", hang],
    ["lacks an attribute", needsTenant],
  ] as const) {
    test(`${name}: a policy that ${what} denies, after one that allows`, () =>
      check({ policies: { "*": allow, "notes.create": policy } }, "policy_violation"));
  }
  for (const [what, resolver] of [
    ["throws", fail],
    ["hangs", hang],
  ] as const)
    test(`${name}: a requirement that ${what} is unmet`, () =>
      check({ ...requiring, requirements: { "state:clear": resolver } }, "requirement_unmet"));
  test(`${name}: no identity, an empty one and one without permissions are denied`, async () => {
    for (const broken of [{ id: "" }, { permissions: undefined as never }, { id: 7 as never }])
      await check({ tools: [tool({ permissions: [] })] }, "permission_denied", { ...anna, ...broken });
  });
}

test.each(["notes.craete", "note", "NOTES", "**"])(
  "a policy under `%s`, which is nothing, stops the server",
  (name) => {
    expect(() => fixture({ policies: { [name]: fail } })).toThrow(`policies for no tool or domain: ${name}`);
  },
);

test("a policy may name a forbidden tool or its domain", () => {
  const tools = [tool(), tool({ name: "secrets.read", domain: "secrets", riskLevel: "forbidden" })];
  expect(() => fixture({ tools, policies: { secrets: fail, "secrets.read": fail } })).not.toThrow();
});

test("what a policy or a resolver does to the input changes nothing", async () => {
  const tamper = ({ input }: PolicyInput): true => {
    (input as { text: string }).text = "tampered";
    return true;
  };
  const policies = { "*": (decision: PolicyInput) => ({ effect: tamper(decision) && "allow" }) as const };
  const { call, ran } = fixture({ ...requiring, policies, requirements: { "state:clear": tamper } });
  await call("notes.create", { text: "a" });
  expect(ran).toEqual([{ text: "a" }]);
});
