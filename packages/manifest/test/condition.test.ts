import { describe, expect, test } from "vitest";
import {
  checkCondition,
  compileCondition,
  isConstant,
  unguardedReadsOf,
} from "../src/conditions/condition.ts";
import type { ConditionScope } from "../src/conditions/condition.ts";
import type { Json, JsonObject, JsonSchema } from "../src/index.ts";

const inputSchema: JsonSchema = {
  type: "object",
  additionalProperties: false,
  required: ["to"],
  properties: {
    to: { type: "array", items: { type: "string", format: "email" } },
    count: { type: "integer" },
    amount: { type: "number" },
    note: { type: "string" },
    isUrgent: { type: "boolean" },
    dueAt: { type: "string", format: "date-time" },
    status: { enum: ["open", "closed"] },
    level: { const: 3 },
    mixed: { enum: ["all", 5] },
    target: { anyOf: [{ type: "string" }, { type: "integer" }] },
    label: { oneOf: [{ const: "red" }, { const: "blue" }] },
    limit: { type: ["number", "null"] },
    tags: { type: "object", additionalProperties: { type: "string" } },
    open: { type: "object" },
    address: { type: "object", properties: { city: { type: "string" } }, additionalProperties: false },
    lines: { type: "array", items: { $ref: "#/$defs/orders.line" } },
    "odd-name>": { type: "object", properties: { a: { type: "integer" } } },
  },
  $defs: {
    "orders.line": {
      type: "object",
      properties: {
        quantity: { type: "integer" },
        parts: { type: "array", items: { $ref: "#/$defs/orders.line" } },
      },
    },
  },
};

const now = new Date("2026-03-01T12:00:00Z");
const principal = {
  id: "u1",
  tenant: "acme",
  kind: "user",
  permissions: ["emails:send"],
  acr: "mfa",
  authTime: 1772363400,
};

function run(expression: string, input: JsonObject, scope: Partial<ConditionScope> = {}): boolean {
  const condition = compileCondition(expression, inputSchema);
  return condition({ input: { to: [], ...input }, principal, env: { name: "live" }, now, ...scope });
}

function check(expression: string, input: JsonObject, expected: boolean): void {
  expect(checkCondition(expression, inputSchema)).toEqual({ ok: true });
  expect(run(expression, input)).toBe(expected);
}

/** What a refusal says and the text that it marks. */
function refusal(expression: string): [message: string, marked: string] {
  const result = checkCondition(expression, inputSchema);
  if (result.ok) throw new Error(`accepted: ${expression}`);
  return [result.message, expression.slice(result.start, result.end)];
}

describe("a condition sees the input", () => {
  const cases: readonly [string, JsonObject, boolean][] = [
    ["size(input.to) > 10", { to: Array.from({ length: 11 }, () => "a@b.c") }, true],
    ["size(input.to) > 10", { to: ["a@b.c"] }, false],
    ["input.count > 100", { count: 101 }, true],
    ["input.count == 5", { count: 5 }, true],
    ["input.count != 5", { count: 5 }, false],
    ["input.amount >= 99.5", { amount: 99.5 }, true],
    ["input.to.exists(address, !address.endsWith('@acme.example'))", { to: ["x@else.example"] }, true],
    ["input.status == 'open'", { status: "open" }, true],
    ["input.level == 3", { level: 3 }, true],
    ["input.mixed == 'all'", { mixed: "all" }, true],
    ["input.target == 'x'", { target: "x" }, true],
    ["input.label == 'red'", { label: "blue" }, false],
    ["input.limit == null || input.limit > 5", { limit: null }, true],
    ["input.limit == null || input.limit > 5", { limit: 6 }, true],
    ["input.tags['team'] == 'ops'", { tags: { team: "ops" } }, true],
    ["input.address.city == 'Bern'", { address: { city: "Bern" } }, true],
    ["input.lines.exists(line, line.quantity > 3)", { lines: [{ quantity: 4 }] }, true],
    ["input.lines[0].parts[0].quantity == 7", { lines: [{ parts: [{ quantity: 7 }] }] }, true],
    ["input['odd-name>'].a == 1", { "odd-name>": { a: 1 } }, true],
    ["timestamp(input.dueAt) < now", { dueAt: "2026-02-28T00:00:00Z" }, true],
  ];
  test.each(cases)("%s over %j is %s", (expression, input, expected) => check(expression, input, expected));

  test("an optional field can be asked for", () => {
    check("has(input.note)", {}, false);
    check("has(input.note) && input.note != ''", { note: "x" }, true);
    check("has(input.address) && has(input.address.city)", { address: {} }, false);
  });
});

test("a condition sees the principal, the environment and the time", () => {
  check("env.name == 'live'", {}, true);
  check("'emails:send' in principal.permissions", {}, true);
  check("principal.kind == 'agent'", {}, false);
  check("now - principal.authTime > duration('5m')", {}, true);
  check("now - principal.authTime > duration('50m')", {}, false);
});

describe("a condition that cannot be decided throws", () => {
  const cases: readonly [string, JsonObject, RegExp][] = [
    ["input.count > 3", {}, /No such key: count/],
    ["input.to[0] == 'x'", {}, /out of bounds/],
    ["timestamp(input.dueAt) < now", { dueAt: "soon" }, /a time with a zone/],
    ["input.tags.team == 'ops'", { tags: {} }, /No such key: team/],
    ["input.target > 3", { target: "x" }, /no such overload/],
  ];
  test.each(cases)("%s over %j", (expression, input, message) => {
    expect(checkCondition(expression, inputSchema)).toEqual({ ok: true });
    expect(() => run(expression, input)).toThrow(message);
  });

  test("an unknown or broken log-in time", () => {
    const expression = "now - principal.authTime < duration('5m')";
    expect(() => run(expression, {}, { principal: { id: "u1" } })).toThrow(/authTime/);
    expect(() => run(expression, {}, { principal: { authTime: "yesterday" } })).toThrow(/authTime/);
  });

  test("an input that has a field only through its prototype", () => {
    const input = JSON.parse('{"__proto__": {"note": "x"}}') as JsonObject;
    expect(run("has(input.note)", input)).toBe(false);
  });
});

describe("a wrong condition is refused with its place", () => {
  const cases: readonly [string, RegExp, string][] = [
    ["input.too > 1", /No such key: too/, "too"],
    ["inptu.count > 1", /Unknown variable: inptu/, "inptu"],
    ["input.address.town == 'x'", /No such key: town/, "town"],
    ["input.lines.exists(l, l.weight > 1)", /No such key: weight/, "weight"],
    ["input.note > 3", /string > int/, "input.note > 3"],
    ["true && has(input.nope)", /No such key: nope/, "nope"],
    ["input.lines.exists(l, has(l.nope))", /No such key: nope/, "nope"],
    ["principal.role == 'admin'", /No such key: role/, "role"],
    ["env.region == 'eu'", /No such key: region/, "region"],
    ["input.count", /must yield a bool/, "input.count"],
    ["input.open", /must yield a bool/, "input.open"],
    ["launch()", /launch/, "launch()"],
  ];
  test.each(cases)("%s", (expression, message, marked) => {
    expect(refusal(expression)).toEqual([expect.stringMatching(message), marked]);
  });

  const unreadable: readonly [string, string, RegExp][] = [
    ["does not end", "1 +", /EOF/],
    ["is empty", "", /EOF/],
    ["has too many nodes", Array.from({ length: 200 }, () => "true").join("||"), /node/i],
    ["is too deep", `${"(".repeat(60)}true${")".repeat(60)}`, /depth/i],
    ["is too long", `input.note == '${"x".repeat(2000)}'`, /longer than 2000/],
    ["has two loops in each other", loop(loop("true")), /no loop may stand inside/],
    [
      "has a loop in what a chain does",
      `input.to.filter(a, ${loop("a == ''")}).all(a, true)`,
      /no loop may stand inside/,
    ],
    ["matches a regular expression", "input.note.matches('^(a+)+$')", /`matches` may take for ever/],
    ["has a number without a sign", "uint(input.note) > 1000", /no bytes, unsigned numbers/],
    ["writes one", "[1u].exists(a, a == 2u)", /no bytes, unsigned numbers/],
    ["has bytes", "b'a' == b'b'", /no bytes, unsigned numbers/],
    ["has a value of any type", "dyn(input.note) == 3", /no bytes, unsigned numbers/],
    ["has an optional value", "optional.of(3).hasValue()", /no bytes, unsigned numbers/],
    ["makes a number of a text", "double(input.note) > 1000.0", /`double` may make/],
    ["makes one in a loop", "input.to.all(a, double(a) < 5.0)", /`double` may make/],
    ["divides by what may be zero", "input.amount / input.amount > 1.0", /division by zero may make/],
    ["divides by zero", "input.amount / 0.0 > 1.0", /division by zero may make/],
    ["matches one in a loop", "input.to.all(a, a.matches('a'))", /`matches` may take for ever/],
    ["measures the input in a loop", loop("size(input.note) > 3"), /in a loop this takes time/],
    ["asks the input itself in a loop", loop("input.note.size() > 3"), /in a loop this takes time/],
    ["looks for items in the input", loop("address in input.to"), /in a loop this takes time/],
    [
      "looks for items in what is made of it",
      loop("address in input.to + ['a']"),
      /in a loop this takes time/,
    ],
    ["compares the input with itself in a loop", loop("input.to == input.to"), /in a loop this takes time/],
    [
      "makes items of the input",
      "input.to.map(a, input.note).all(a, size(a) > 3)",
      /in a loop this takes time/,
    ],
    [
      "looks for a text of the input",
      "input.note.contains(input.to[0])",
      /a search for a text that a caller/,
    ],
    ["looks for an item", "input.to.exists(a, a.contains(a + 'b'))", /a search for a text that a caller/],
    [
      "looks for one text of a list after the other",
      "['a', 'b'].exists(a, input.note.contains(a))",
      /look for texts that are written here, each in a search of its own/,
    ],
    [
      "splits at a text of the input",
      "size(input.note.split(input.note)) > 3",
      /a search for a text that a caller/,
    ],
  ];
  test.each(unreadable)("one that %s", (_, expression, message) => {
    expect(refusal(expression)[0]).toMatch(message);
  });

  test("two loops one after the other are allowed", () =>
    check(
      "input.to.filter(a, a != '').all(a, size(a) > 0) && input.to.all(a, true)",
      { to: ["a", ""] },
      true,
    ));
});

test.each([
  "address == input.note",
  "!address.endsWith(input.note)",
  "has(input.note) && size(address) > 3",
  "address in principal.permissions",
  "address.contains(principal.id) || address.contains('@')",
  "address == input.note + '@acme.example'",
])("a loop may ask %s", (inner) => expect(checkCondition(loop(inner), inputSchema)).toEqual({ ok: true }));

function loop(inner: string): string {
  return `input.to.all(address, ${inner})`;
}

test("a refused condition cannot be compiled", () => {
  expect(() => compileCondition("input.too > 1", inputSchema)).toThrow(/No such key/);
});

test("the schemas that have no CEL type of their own are still usable", () => {
  const shapes: readonly Json[] = [
    true,
    {},
    { type: ["string", "integer"] },
    { allOf: [] },
    { type: "array" },
  ];
  for (const shape of shapes) {
    const schema: JsonSchema = { type: "object", properties: { value: shape } };
    expect(checkCondition("has(input.value)", schema)).toEqual({ ok: true });
  }
});

describe("a text that a field can never be", () => {
  const schema = {
    type: "object",
    properties: {
      action: { type: "string", enum: ["show", "hold"] },
      only: { type: "string", const: "this" },
      part: { $ref: "#/$defs/a.alias" },
      mixed: { enum: ["x", 1] },
      free: { type: "string" },
    },
    $defs: {
      "a.alias": { $ref: "#/$defs/a.part" },
      "a.part": { type: "object", properties: { unit: { enum: ["kg", "g"] } } },
    },
  } as const;

  test.each([
    ["input.action == ⟦'shwo'⟧", "`input.action` is never `shwo`, but one of `show`, `hold`"],
    ["⟦''⟧ != input.action", "`input.action` is never ``, but one of `show`, `hold`"],
    ["input.action in ['hold', ⟦'release'⟧]", "`input.action` is never `release`, but one of `show`, `hold`"],
    ["has(input.only) && input.only != ⟦'that'⟧", "`input.only` is never `that`, but one of `this`"],
    ["!(input.part.unit == ⟦'t'⟧)", "`input.part.unit` is never `t`, but one of `kg`, `g`"],
  ])("is refused in %s", (marked, message) => {
    const expression = marked.replaceAll(/[⟦⟧]/g, "");
    const start = marked.indexOf("⟦");
    const end = marked.indexOf("⟧") - 1;
    expect(checkCondition(expression, schema)).toEqual({ ok: false, message, start, end });
  });
  test.each([
    "input.action == 'show' || 'hold' != input.action",
    "input.action in ['show', 'hold']",
    "input.mixed == 'y'",
    "input.free == 'shwo'",
    "principal.kind == 'robot'",
    "input.action == input.free",
  ])("is not seen in %s", (expression) => expect(checkCondition(expression, schema)).toEqual({ ok: true }));
});

describe("a field that may be absent", () => {
  const schema: JsonSchema = {
    type: "object",
    required: ["to", "part", "either"],
    properties: {
      to: { type: "string" },
      note: { type: "string" },
      part: { $ref: "#/$defs/a.part" },
      whole: { $ref: "#/$defs/a.part" },
      either: { anyOf: [{ required: ["x"] }, { required: ["y"] }], properties: { x: { type: "string" } } },
      tags: { type: "object", additionalProperties: { type: "string" } },
    },
    $defs: {
      "a.part": {
        type: "object",
        required: ["unit"],
        properties: { unit: { type: "string" }, of: { type: "string" } },
      },
    },
  };

  test.each([
    ["⟦input.note⟧ == 'a' || size(input.note) > 3", ["input.note"]],
    ["size(⟦input.part.of⟧) > 1", ["input.part.of"]],
    ["⟦input.whole.unit⟧ == 'kg' || input.note == ''", ["input.whole", "input.note"]],
    ["input.to == 'a' && ['x'].exists(each, each == ⟦input.note⟧)", ["input.note"]],
    ["has(⟦input.whole.of⟧)", ["input.whole"]],
    ["has(input.whole) && ⟦input.whole.of⟧ == 'a'", ["input.whole.of"]],
    ["⟦input.tags⟧.exists(key, key == 'a')", ["input.tags"]],
  ])("is read without asking in %s", (marked, fields) => {
    const found = unguardedReadsOf(marked.replaceAll(/[⟦⟧]/g, ""), schema);
    expect(found.map(({ field }) => field)).toEqual(fields);
    expect(found[0]).toMatchObject({ start: marked.indexOf("⟦"), end: marked.indexOf("⟧") - 1 });
  });
  test.each([
    "has(input.note) && input.note == 'a'",
    "input.note == 'a' && has(input.note)",
    "!has(input.note) || input.note == 'a'",
    "has(input.note) ? input.note == 'a' : true",
    "has(input.whole) && has(input.whole.of) && input.whole.of == 'a'",
    "has(input.note)",
  ])("is asked for in %s", (expression) => expect(unguardedReadsOf(expression, schema)).toEqual([]));
  test.each([
    "input.to == 'a' && input.part.unit == 'kg'",
    "input.either.x == 'a'",
    "principal.acr == 'mfa' && env.name == 'live'",
  ])("is not in %s", (expression) => expect(unguardedReadsOf(expression, schema)).toEqual([]));
  test("is always there if it has a default", () => {
    const given = { type: "object", properties: { force: { type: "boolean", default: false } } };
    expect(unguardedReadsOf("input.force == false", given)).toEqual([]);
  });
});

test.each(["true", "false", "1 == 2", "'a' in ['b']", "!(1.0 > 2.0)"])(
  "%s is the same for every call",
  (expression) => expect(isConstant(expression)).toBe(true),
);
test.each(["input.to == input.to", "principal.acr == 'mfa'", "now > timestamp('2026-01-01T00:00:00Z')"])(
  "%s is not looked through",
  (expression) => expect(isConstant(expression)).toBe(false),
);

test.each([
  "input.amount * input.amount * 0.0 > 1000.0",
  "input.amount * input.amount - input.amount * input.amount < 1.0 || false",
  "(input.amount * input.amount) * 0.0 > 1000.0",
  "0.0 * (input.amount * (input.amount)) > 1000.0",
  "((input.amount) * (input.amount)) * 0.0 > 1000.0 && ')' == \")\"",
  "size([(input.amount * input.amount) * 0.0].filter(each, each > 1000.0)) > 0",
])("%s cannot be evaluated with numbers that overflow, and then nobody is spared", (expression) => {
  check(expression, { amount: 1 }, expression.includes("<"));
  expect(() => run(expression, { amount: 1e200 })).toThrow("a calculation overflows");
});

test.each([
  ["input.count + 1.0 > 5.0", { count: 5 }],
  ["input.note + '!' == 'a!'", { note: "a" }],
  ["input.to + ['b'] == ['a', 'b']", { to: ["a"] }],
  ["now - timestamp(input.dueAt) > duration('1h')", { dueAt: "2026-03-01T10:00:00Z" }],
  ["input.lines.exists(line, line.quantity * 2.0 + 1.0 == 7.0)", { lines: [{ quantity: 3 }] }],
  ["-input.amount < 0.0 && size(input.note + input.note) * 2 == 4", { amount: 1, note: "a" }],
  ["(input.amount + 1.0) * 2.0 - 1.0 == 5.0", { amount: 2 }],
] as const)("%s is calculated", (expression, input) => check(expression, input as never, true));
