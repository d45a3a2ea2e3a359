// Tools asked for under such names: `test/stages/admit.test.ts` and `test/mcp/call.test.ts`.
import fc from "fast-check";
import { expect, test } from "vitest";
import { anna, failureMode, fixture, tool } from "../sample.ts";
import { surfaces } from "./surfaces.ts";

const names = [
  "constructor",
  "__proto__",
  "prototype",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "then",
  "toJSON",
];
const nasty = fc.constantFrom(...names);
const runs = { seed: 20261121, numRuns: 40 };

const json = (text: string) => JSON.parse(text) as Record<string, unknown>;
const object = (name: string, value: unknown) => json(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`);

for (const [surface, attack] of surfaces) {
  test(`${surface}: tools, domains, permissions, keys and people may have any name`, async () => {
    const check = async (domain: string, verb: string, permission: string, id: string, key: string) => {
      const name = `${domain}.${verb}`;
      const server = fixture({ tools: [tool({ name, domain, permissions: [permission] })] });
      const call = (principal = anna) =>
        attack(
          server,
          name,
          { text: "a" },
          { principal: { ...principal, id, tenant: id }, idempotencyKey: key },
        );
      expect(await call()).toBe("permission_denied");
      expect(await call({ ...anna, permissions: [permission] })).toBe("completed");
      expect(await call({ ...anna, permissions: [permission] })).toBe("replayed");
      expect(server.ran).toHaveLength(1);
    };
    await fc.assert(fc.asyncProperty(nasty, nasty, nasty, nasty, nasty, check), runs);
  });

  test(`${surface}: a field of any name is a field, and never a field of everything`, async () => {
    const check = async (field: string, value: unknown) => {
      const closed = fixture();
      const input = { text: "a", ...object("x", 0) };
      Object.defineProperty(input, field, { value, enumerable: true });
      delete (input as { x?: unknown }).x;
      const answer = await attack(closed, "notes.create", input);
      // The SDK's own parser drops some of these names before anybody sees them.
      expect(["invalid_input", ...(surface === "in process" ? [] : ["completed"])]).toContain(answer);
      expect(Object.keys(closed.ran[0] ?? { text: 0 })).toEqual(["text"]);
      expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    };
    const value = fc.constantFrom<unknown>(1, "x", { polluted: true }, [{ polluted: true }], null);
    await fc.assert(
      fc.asyncProperty(
        nasty.filter((name) => name !== "toJSON"),
        value,
        check,
      ),
      runs,
    );
  });
}

test.each(names)("an open contract hands `%s` over as an own property, and shows it", async (field) => {
  const server = fixture({ tools: [tool({ inputSchema: { type: "object" } })] });
  await server.call("notes.create", object(field, { a: 1 }));
  expect(server.ran.map((input) => Object.entries(input))).toEqual([[[field, { a: 1 }]]]);
  expect(JSON.stringify(server.audit.records[0]?.input)).toBe(JSON.stringify(object(field, { a: 1 })));
});

test.each(names)("a failure called `%s` is one only where the contract declares it", async (code) => {
  const execute = (_: unknown, { fail }: { fail: Record<string, () => Error> }) => {
    const make = fail[code];
    throw make && Object.hasOwn(fail, code) ? make() : new TypeError("none");
  };
  const declared = fixture({ tools: [tool({ failureModes: [failureMode(code, "never")] })], execute });
  const inherited = fixture({ execute });
  const word = async ({ call }: typeof declared) => (await call("notes.create", { text: "a" })) as never;
  expect(await word(inherited)).toMatchObject({ failure: { code: "outcome_unknown" } });
  expect(await word(declared)).toMatchObject({ kind: "failed" });
});
