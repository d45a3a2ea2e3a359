import type { Json, JsonObject, JsonSchema } from "@proviso/manifest";
import { expect, test } from "vitest";
import { redactor } from "../src/tools/redact.ts";
import { fingerprint as hashOf } from "../src/canonical/fingerprint.ts";
import type { Store } from "../src/api/ports.ts";
import { fakeClock, memoryStore } from "../src/testing.ts";
import { schemaChecks } from "../src/tools/schema-check.ts";
import { fixture, highRisk, preview, summary, tool } from "./sample.ts";

const hidden = "[redacted]";

function check(schema: JsonSchema, value: Json, expected: Json): void {
  const isWhole = !JSON.stringify(expected).includes(hidden);
  expect(
    redactor(
      schema,
      schemaChecks()(() => schema),
    )(value),
  ).toEqual({ value: expected, isWhole });
}

const mark = { type: "string", sensitive: true } as const;
const object = (properties: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: "object",
  properties,
  ...more,
});

test("a property that is marked is left out, and others are not", () =>
  check(
    object({ pin: { type: "string" }, iban: mark }),
    { iban: "DE1", text: "a" },
    { iban: hidden, text: "a" },
  ));
test("`sensitive: false` leaves nothing out", () =>
  check(object({ iban: { type: "string", sensitive: false } }), { iban: "DE1" }, { iban: "DE1" }));
test("a mark on an object or a list leaves out all of it", () =>
  check(
    object({ card: object({}, { sensitive: true }), notes: { type: "array", sensitive: true } }),
    { card: { no: 1 }, notes: [1] },
    {
      card: hidden,
      notes: hidden,
    },
  ));
test("a mark deep inside, in lists and named types, is found", () =>
  check(
    object(
      { people: { type: "array", items: { $ref: "#/$defs/crm.person" } } },
      {
        $defs: {
          "crm.person": object({ name: { type: "string" }, iban: { $ref: "#/$defs/iban" } }),
          iban: mark,
        },
      },
    ),
    {
      people: [
        { name: "Anna", iban: "DE1" },
        { name: "Ben", iban: "DE2" },
      ],
    },
    {
      people: [
        { name: "Anna", iban: hidden },
        { name: "Ben", iban: hidden },
      ],
    },
  ));
test("a mark beside a reference counts", () =>
  check(
    object({ to: { $ref: "#/$defs/mail", sensitive: true } }, { $defs: { mail: { type: "string" } } }),
    { to: "a@b" },
    { to: hidden },
  ));
const plain = object({ account: { type: "string" } });
const branches = [object({ account: mark }), plain];
test.each(["anyOf", "allOf"])("one branch of %s that calls it secret is enough", (keyword) =>
  check(object({ by: { [keyword]: branches } }), { by: { account: "DE1" } }, { by: { account: hidden } }),
);
test("a branch of oneOf that calls it secret is enough, even if the value fits the other", () =>
  check(
    object({ by: { oneOf: [object({ account: { ...mark, pattern: "^X" } }), plain] } }),
    { by: { account: "DE1" } },
    { by: { account: hidden } },
  ));
test.each(["if", "then", "else"])("a mark under `%s` counts", (keyword) =>
  check({ [keyword]: object({ account: mark }) }, { account: "DE1" }, { account: hidden }),
);
test("a mark under `dependentSchemas` counts", () =>
  check(
    { dependentSchemas: { account: object({ account: mark }) } },
    { account: "DE1" },
    { account: hidden },
  ));
test("a mark on what is not declared by name counts for that alone", () => {
  check(
    object({ a: { type: "string" } }, { additionalProperties: mark }),
    { a: "1", b: "2" },
    { a: "1", b: hidden },
  );
  check(
    object({ a: { type: "string" } }, { unevaluatedProperties: mark }),
    { a: "1", b: "2" },
    { a: "1", b: hidden },
  );
  check(object({}, { patternProperties: { "^x": mark } }), { x1: "1" }, { x1: hidden });
});
test.each(["items", "contains", "unevaluatedItems"])("a mark under `%s` counts", (keyword) =>
  check(object({ list: { type: "array", [keyword]: mark } }), { list: ["a"] }, { list: [hidden] }),
);
test("a mark in a tuple counts", () =>
  check(
    object({ pair: { type: "array", prefixItems: [{ type: "string" }, mark] } }),
    { pair: ["a"] },
    { pair: [hidden] },
  ));
test("a property that is called `sensitive` is a property", () =>
  check(
    object({ sensitive: { type: "boolean" } }),
    { sensitive: true, text: "a" },
    { sensitive: true, text: "a" },
  ));
test("a type that holds itself is no problem", () =>
  check(
    { $ref: "#/$defs/node", $defs: { node: object({ next: { $ref: "#/$defs/node" }, iban: mark }) } },
    { iban: "DE1", next: { iban: "DE2", next: {} } },
    { iban: hidden, next: { iban: hidden, next: {} } },
  ));

const transfer = tool({
  ...highRisk,
  inputSchema: object(
    { text: { type: "string" }, code: { type: "string", sensitive: true, pattern: "^[0-9]{4}$" } },
    { required: ["code"] },
  ),
});

test("what is marked is in no record, nor its hash, and in no error; the person sees it", async () => {
  const { audit, call, approved } = fixture({ tools: [transfer] });
  const asked = await call("notes.create", { text: "a", code: "4711" }, { canAsk: true });
  expect(JSON.stringify(asked)).toContain('code: `\\"4711\\"`');
  const refused = await call("notes.create", { text: "a", code: "s3cret" });
  expect(JSON.stringify(refused)).not.toContain("s3cret");
  await approved("notes.create", { text: "a", code: "4711" });
  const kept = JSON.stringify(audit.records);
  // Hashes and ids are random, and may have these digits in them.
  expect(kept).not.toMatch(/(?<![0-9a-f-])4711(?![0-9a-f-])|s3cret/);
  expect(audit.records.flatMap(({ fingerprint }) => fingerprint ?? [])).toEqual([]);
  expect(audit.records.map(({ kind }) => kind)).toContain("approval");
});

const payment = object({ card: object({ number: mark }, { additionalProperties: false }) });
test.each<[string, JsonObject]>([
  ["a text in the place of an object", { card: '{"number":"zz4711"}' }],
  ["a list in the place of an object", { card: [{ number: "zz4711" }] }],
  ["another spelling", { card: { Number: "zz4711" } }],
])("of what does not fit a schema with a mark nothing is kept: %s", async (_what, input) => {
  check(payment, input, hidden);
  const { audit, call } = fixture({ tools: [tool({ inputSchema: payment })] });
  expect(summary(await call("notes.create", input))).toBe("refused invalid_input");
  expect(JSON.stringify(audit.records)).not.toContain("zz4711");
});

test("the hash of a plan, which tells of the input, is left out with it", async () => {
  const plan = (input: JsonObject) => ({ count: Number(input["code"]) });
  const planned = tool({ ...transfer, dryRun: { mode: "supported", preview } });
  const { audit, approved } = fixture({ tools: [planned], plan });
  await approved("notes.create", { text: "a", code: "4711" });
  const [approval] = audit.records.filter(({ kind }) => kind === "approval");
  expect(approval).toBeDefined();
  expect(approval?.planHash).toBeUndefined();
});

test("where nothing is left out the fingerprint is kept", async () => {
  const { audit, approved } = fixture({ tools: [tool(highRisk)] });
  await approved("notes.create", { text: "a" });
  const kept = audit.records.flatMap(({ kind, fingerprint }) => (fingerprint === undefined ? [] : [kind]));
  expect(kept).toEqual(["intent", "intent", "approval"]);
});

/** Everything that a server writes to its store, with that server's own key. */
async function told(keyByte: number): Promise<readonly string[]> {
  const texts: string[] = [];
  const inner = memoryStore({ clock: fakeClock() });
  const listen = (part: unknown): void =>
    void texts.push(typeof part === "string" ? part : JSON.stringify(part));
  const store: Store = {
    ...inner,
    insert: (key, value, expiresAt) => (listen(key), listen(value), inner.insert(key, value, expiresAt)),
    put: (key, value, expiresAt) => (listen(key), listen(value), inner.put(key, value, expiresAt)),
    replace: (key, expected, value, expiresAt) => (
      listen(value),
      inner.replace(key, expected, value, expiresAt)
    ),
  };
  const tools = [tool({ ...transfer, dryRun: { mode: "required", preview } })];
  const plan = ({ code }: JsonObject) => ({ count: Number(code) });
  const { call, approved } = fixture({ tools, plan, store, stateKeys: [new Uint8Array(32).fill(keyByte)] });
  const input = { text: "a", code: "4711" };
  expect(summary(await call("notes.create", { ...input, dryRun: true }))).toBe("planned");
  expect(summary(await approved("notes.create", input, { idempotencyKey: "k" }))).toBe("completed");
  return texts;
}
test("whoever reads the store cannot try which of a few inputs it was", async () => {
  const [one, other] = [await told(1), await told(2)];
  const all = one.join();
  expect(all).toContain('"state":"done"');
  for (const guess of [{ text: "a", code: "4711" }, { count: 4711 }])
    expect(all).not.toContain(hashOf(guess));
  const receipts = (texts: readonly string[]) => texts.filter((text) => text.startsWith("receipt:"));
  expect(receipts(one)).toHaveLength(1);
  expect(receipts(one)).not.toEqual(receipts(other));
});

test.each([
  "tokens",
  "token",
  "bearer",
  "accessKeyId",
  "sessionCookie",
  "authorizationHeader",
  "access_token_value",
  "ACCESS_TOKEN",
  "idTokenHint",
  "cookies",
])("a property called `%s` is left out", (name) => check(object({}), { [name]: "s" }, { [name]: hidden }));
test("what only looks like such a name is kept", () => {
  for (const value of [
    { maxTokens: 100 },
    { tokens: 7 },
    { tokenizer: "bpe" },
    { pinned: "a" },
    { author: "b" },
  ])
    check(object({}), value, value);
});
test("where the names of properties are marked, all of the object is left out", () => {
  const names = object({}, { propertyNames: { $ref: "#/$defs/name" } });
  check(object({ by: names }, { $defs: { name: mark } }), { by: { DE1: 1 } }, { by: hidden });
});
test.each([
  ["#/properties/one", {}],
  ["#/allOf/0/properties/one", { allOf: [object({ one: mark })] }],
  ["#named", { $defs: { x: { $anchor: "named", sensitive: true } } }],
  ["#/$defs/a%20b", { $defs: { "a b": mark } }],
])("a mark behind the reference `%s` counts", (reference, more) =>
  check(object({ one: mark, other: { $ref: reference } }, more), { other: "s" }, { other: hidden }),
);
test("a mark behind a `$dynamicRef` counts", () => {
  const schema = object(
    { other: { $dynamicRef: "#named" } },
    { $defs: { x: { $dynamicAnchor: "named", sensitive: true } } },
  );
  const { value } = redactor(schema, () => [])({ other: "s" });
  expect(value).toEqual({ other: hidden });
});
