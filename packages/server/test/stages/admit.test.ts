import { expect, test } from "vitest";
import { anna, ben, fixture, summary, tool } from "../sample.ts";

const forbidden = tool({ name: "secrets.read_password", domain: "secrets", riskLevel: "forbidden" });
const created = tool({ name: "notes.make_one" });

async function check(name: string, expected: string): Promise<void> {
  const { call, ran } = fixture({ tools: [created, forbidden] });
  const outcome = await call(name, { text: "x" });
  expect([summary(outcome), ran.length]).toEqual([expected, expected === "completed" ? 1 : 0]);
}

test("a tool is found by its own name", () => check("notes.make_one", "completed"));
test("a tool is found by its underscore name", () => check("notes_make_one", "completed"));
for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty", "", "notes", "NOTES.MAKE_ONE"])
  test(`\`${name}\` is no tool`, () => check(name, "unknown_tool"));

test("a forbidden tool cannot be told from one that does not exist, whatever is asked", async () => {
  const { audit, server } = fixture({ tools: [created, forbidden] });
  const inputs: readonly unknown[] = [
    { text: "x" },
    {},
    { dryRun: true },
    null,
    "text",
    [],
    { constructor: 1 },
  ];
  const options = [{}, { principal: anna }, { principal: anna, canAsk: true, idempotencyKey: "k" }];
  for (const input of inputs) {
    for (const option of options) {
      const asked = await server.invoke("secrets.read_password", input, option);
      const unheard = await server.invoke("secrets.read_passw0rd", input, option);
      expect(JSON.stringify(asked)).toBe(JSON.stringify(unheard).replace("passw0rd", "password"));
    }
  }
  const facts = audit.records.map(({ kind, principal, event, contractHash, input, fingerprint, outcome }) =>
    JSON.stringify({ kind, principal, event, contractHash, input, fingerprint, outcome }),
  );
  expect(new Set(facts).size).toBe(4); // an intent and an outcome, with and without a principal
});

test("a forbidden tool is not listed, nor in the server's manifest", () => {
  const { server } = fixture({ tools: [created, forbidden] });
  expect(server.list(anna).map(({ name }) => name)).toEqual(["notes.make_one"]);
  expect(JSON.stringify(server.manifest)).not.toContain("secrets");
});

test("a tool hidden from a principal answers like an unknown one, and only to that principal", async () => {
  const server = fixture({ visible: (_tool, principal) => principal?.id === "ben" });
  expect(await server.call("notes.create", { text: "x" })).toEqual({
    kind: "unknown_tool",
    tool: "notes.create",
  });
  expect(server.server.list(anna)).toEqual([]);
  expect(summary(await server.callAs(ben)("notes.create", { text: "x" }))).toBe("completed");
  expect(server.server.list(ben)).toHaveLength(1);
});

test("a visibility rule that throws hides", async () => {
  const { call, server } = fixture({
    visible: () => {
      throw new Error("down");
    },
  });
  expect(summary(await call("notes.create", { text: "x" }))).toBe("unknown_tool");
  expect(server.list(anna)).toEqual([]);
});

test("two tools that share a name are refused at the start", () => {
  const withTools = (...tools: ReturnType<typeof tool>[]) => fixture({ tools });
  expect(() => withTools(tool({ name: "a.b_c" }), tool({ name: "a_b.c" }))).toThrow("share the name a_b_c");
  expect(() => withTools(tool({ name: "a.b" }), tool({ name: "c.d", wireName: "a.b" }))).toThrow(
    "share the name a.b",
  );
});

test("a tool is reached under its wire name and under the contract's, and known by that", async () => {
  const { call, audit } = fixture({ tools: [tool({ name: "notes.create", wireName: "create-Note" })] });
  for (const name of ["create-Note", "notes.create", "notes_create"])
    expect(await call(name, { text: "x" })).toMatchObject({ kind: "completed" });
  expect(summary(await call("create-note", { text: "x" }))).toBe("unknown_tool");
  const names = audit.records.filter(({ kind }) => kind === "outcome").map((record) => record.tool);
  expect(names).toEqual(["notes.create", "notes.create", "notes.create", "create-note"]);
});

test("a tool is visible only if the answer is exactly true", async () => {
  for (const answer of [1, "yes", {}, Promise.resolve(true)]) {
    const { call, server } = fixture({ visible: () => answer as never });
    expect([server.list(anna), summary(await call("notes.create", { text: "x" }))]).toEqual([
      [],
      "unknown_tool",
    ]);
  }
});
