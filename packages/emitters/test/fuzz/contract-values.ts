import fc from "fast-check";

const nasty = [
  "plain",
  "*/ throw 1; /*",
  "`${process.exit(1)}`",
  "'; \" \\",
  "a\n\nb # c: d",
  "x\u2028y\u2029",
  "</script> {{x}} [a](b)",
  "@deprecated {@link x}",
];
const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...nasty) },
  fc.string({ minLength: 1, maxLength: 30 }).map((each) => `x${each}`),
);

/** Names that mean something in JavaScript, TypeScript or file systems, and ordinary ones. */
const snakes = [
  "get",
  "list_all",
  "constructor",
  "class",
  "default",
  "new",
  "index",
  "con",
  "to_string",
  "await",
  "x1_2",
  "then",
  "delete",
  "client",
  "create_get",
];
const camels = [
  "id",
  "constructor",
  "class",
  "function",
  "promise",
  "record",
  "toString",
  "then",
  "input",
  "handlers",
];
const properties = [
  "id",
  "a-b",
  "constructor",
  "class",
  "default",
  "toString",
  "then",
  "length",
  "name",
  "_x",
  "A1",
  "dry_run",
  "due date",
  'x.y/z~"',
  "größe",
];

const literal = fc.oneof(
  fc.constantFrom("a", "b c", "", "it's", "\u2028"),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const word = fc.constantFrom(
  "string",
  "integer",
  "number",
  "boolean",
  "email",
  "date-time",
  "uuid",
  "id",
  "class",
  "sent | failed",
  "any",
  "string | integer",
  '"a" | "b"',
);

const { schema, object } = fc.letrec<{ schema: unknown; object: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    word,
    word.map((name) => (name.includes("|") ? `(${name})[]` : `${name}[]`)),
    fc.record({
      type: fc.constant("string"),
      minLength: fc.nat(3),
      maxLength: fc.integer({ min: 3, max: 99 }),
      description: text,
    }),
    fc.record({ type: fc.constantFrom("integer", "number"), minimum: fc.integer(), description: text }),
    fc.uniqueArray(literal, { minLength: 1, maxLength: 4 }).map((values) => ({ enum: values })),
    literal.map((value) => ({ const: value })),
    fc.constantFrom(
      { type: ["string", "null"] },
      { type: "object", additionalProperties: true },
      { type: "array", items: true },
    ),
    fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    fc.array(tie("object"), { minLength: 1, maxLength: 2 }).map((oneOf) => ({ oneOf })),
    fc
      .array(tie("schema"), { minLength: 1, maxLength: 3 })
      .map((prefixItems) => ({ type: "array", prefixItems, items: false })),
    tie("schema").map((items) => ({ type: "array", items, minItems: 1 })),
    tie("schema").map((value) => ({ type: "object", additionalProperties: value })),
    tie("object"),
  ),
  object: fc
    .uniqueArray(fc.tuple(fc.constantFrom(...properties), fc.boolean(), tie("schema")), {
      maxLength: 4,
      selector: ([name]) => name,
    })
    .map((entries) =>
      Object.fromEntries(entries.map(([name, isOptional, value]) => [isOptional ? `${name}?` : name, value])),
    ),
}));

/** What the risk model asks for at each level. */
const levels = fc.constantFrom(
  { riskLevel: "low", sideEffects: [] },
  { riskLevel: "low", sideEffects: [{ creates: "A note." }], confirmation: "never" },
  { riskLevel: "medium", sideEffects: [{ updates: "A note." }], confirmation: { when: "true" } },
  { riskLevel: "high", sideEffects: ["Something."], stepUpAuth: "always" },
  { riskLevel: "critical", sideEffects: [{ pays: "A bill." }], stepUpAuth: { never: true, reason: "No." } },
  { riskLevel: "forbidden", sideEffects: [{ deletes: "All." }] },
);

const tool = fc
  .tuple(
    levels,
    fc.record(
      {
        title: text,
        owner: text,
        metadata: fc.dictionary(fc.string({ minLength: 1 }), fc.oneof(literal, fc.array(literal)), {
          maxKeys: 3,
        }),
        dryRun: fc.record({ mode: fc.constantFrom("supported", "required"), preview: object }),
        idempotency: text.map((onRepeat) => ({ onRepeat })),
        execution: text.map((each) => ({ requirements: [each] })),
        timeout: fc.constantFrom("5s", "1h"),
        agency: fc.boolean(),
        rateLimit: fc.record({ limit: fc.integer({ min: 1, max: 9 }), per: fc.constantFrom("hour", "day") }),
        deprecated: fc.record({ reason: text }),
        refine: fc.constant([{ when: "true", riskLevel: "low", sideEffects: [] }]),
        examples: text.map((title) => [{ title, input: {} }]),
        dataFlow: fc.record({ readsPrivate: fc.boolean(), returnsUntrusted: fc.boolean() }),
      },
      { requiredKeys: [] },
    ),
    text,
    object,
    object,
  )
  .map(([level, extras, description, inputSchema, outputSchema]) => ({
    description,
    category: "testing",
    ...level,
    inputSchema,
    outputSchema,
    permissions: ["a:read"],
    auditEvent: "thing.done",
    failureModes: ["gone", "error_1", "error1"],
    ...extras,
  }));

const contract = fc
  .record({
    proviso: fc.constant(1),
    domain: fc.constantFrom(...snakes),
    description: text,
    types: fc.dictionary(fc.constantFrom(...camels), schema, { maxKeys: 3 }),
    permissions: text.map((description) => ({ "a:read": description })),
    failureModes: text.map((description) => {
      const failure = { description, retry: "after" };
      return { gone: failure, error_1: failure, error1: failure };
    }),
    tools: fc.dictionary(fc.constantFrom(...snakes), tool, { minKeys: 1, maxKeys: 3 }),
  })
  .map((each) => ({ ...each, types: { id: "string", class: { type: "string" }, ...each.types } }));

/** Any value at all in the place of one field of one tool. */
const wild = fc
  .tuple(
    contract,
    fc.constantFrom(
      "title",
      "riskLevel",
      "inputSchema",
      "sideEffects",
      "stepUpAuth",
      "dryRun",
      "examples",
      "refine",
      "__proto__",
    ),
    fc.jsonValue({ maxDepth: 4 }),
  )
  .map(([each, field, value]) => ({
    ...each,
    tools: Object.fromEntries(
      Object.entries(each.tools).map(([name, fields]) => [
        name,
        Object.fromEntries([...Object.entries(fields), [field, value]]),
      ]),
    ),
  }));

/** Whole contracts made of values, as JSON, which is YAML: most of them are accepted. */
export const contractValue: fc.Arbitrary<string> = fc
  .oneof({ weight: 3, arbitrary: contract }, wild)
  .map((value) => JSON.stringify(value, null, 1));
