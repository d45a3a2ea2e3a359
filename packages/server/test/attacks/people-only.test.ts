// Forbidden tools that people may call: what an agent can learn of them over MCP is in `10-forbidden.test.ts`.
import { describe, expect, test } from "vitest";
import { type Principal } from "../../src/api/outcome.ts";
import { anna, fixture, highRisk, summary, tool } from "../sample.ts";

const name = "secrets.read_key";
const forPeople = tool({
  ...highRisk,
  name,
  domain: "secrets",
  riskLevel: "forbidden",
  people: "allowed",
  confirmation: { kind: "always", by: "here" },
  stepUpAuth: { kind: "always", maxAgeMs: 60_000 },
  permissions: ["secrets:read"],
});
const opened = () => {
  const made = fixture({ tools: [tool(), forPeople, tool({ name: "secrets.cut", riskLevel: "forbidden" })] });
  const now = made.clock.now().getTime() / 1000;
  const { id } = anna;
  const person: Principal = { id, kind: "user", permissions: ["secrets:read"], authTime: now - 1 };
  const call = async (principal: Principal | undefined, called: string = name, options: object = {}) =>
    made.server.people.invoke(
      called,
      { text: "x" },
      { ...(principal && { principal }), canAsk: true, ...options },
    );
  return { ...made, person, call };
};

test("a person with a fresh log-in confirms a call, and it runs once", async () => {
  const { call, person, ran } = opened();
  const asked = await call(person);
  if (asked.kind !== "input_required") throw new Error(asked.kind);
  const answer = { state: asked.state, action: "accept", content: { confirm: true } } as const;
  expect(summary(await call(person, name, { answer }))).toBe("completed");
  expect(summary(await call(person, name, { answer }))).toBe("refused confirmation_unanswered");
  expect(ran).toHaveLength(1);
});

test("an old log-in, a missing permission and nobody to ask are refused as at every other tool", async () => {
  const { call, person, ran } = opened();
  expect(summary(await call({ ...person, authTime: (person.authTime ?? 0) - 61 }))).toBe(
    "refused step_up_required",
  );
  expect(summary(await call({ ...person, permissions: [] }))).toBe("refused permission_denied");
  expect(summary(await call(person, name, { canAsk: false }))).toBe("refused confirmation_required");
  expect(ran).toEqual([]);
});

describe("the tool is unknown", () => {
  const unknown = { kind: "unknown_tool", tool: name };
  test("to an agent and to nobody, whatever they hold", async () => {
    const { call, person, server } = opened();
    const agent: Principal = { ...person, kind: "agent" };
    for (const each of [agent, undefined]) {
      expect(await call(each)).toEqual(unknown);
      expect(server.people.list(each)).toEqual([]);
    }
    expect(server.people.list(person).map((each) => each.name)).toEqual([name]);
  });

  test("to a person at the entry that agents use too", async () => {
    const { person, server } = opened();
    const options = { principal: person, canAsk: true };
    expect(await server.invoke(name, { text: "x" }, options)).toEqual(unknown);
    expect(await server.resolve(name, { text: "x" }, options)).toEqual(unknown);
    expect(server.list(person).map((each) => each.name)).toEqual(["notes.create"]);
    expect(JSON.stringify(server.manifest)).not.toContain("secrets");
  });

  test("to a request over MCP that is passed on to the people's entry", async () => {
    const { call, person } = opened();
    expect(await call(person, name, { wire: { requestId: 1 } })).toEqual(unknown);
  });

  test("if the host hides it from this person", async () => {
    const { server } = fixture({ tools: [forPeople], visible: () => false });
    expect(await server.people.invoke(name, {}, { principal: { ...anna, kind: "user" } })).toEqual(unknown);
  });

  test("if the contract lets no person call it, and if it is no forbidden tool", async () => {
    const { call, person } = opened();
    expect(await call(person, "secrets.cut")).toMatchObject({ kind: "unknown_tool" });
    expect(await call(person, "notes.create")).toMatchObject({ kind: "unknown_tool" });
  });
});

test("a handler for people is none for a tool that agents call, nor the other way round", () => {
  const run = () => ({ id: "n1" });
  expect(() => fixture({ tools: [tool(), forPeople], people: { "notes.create": run } })).toThrow(
    "handlers for no callable tool: notes.create",
  );
  expect(() =>
    fixture({ tools: [tool(), forPeople], handlers: { "notes.create": run, [name]: run } }),
  ).toThrow(`handlers for no callable tool: ${name}`);
});
