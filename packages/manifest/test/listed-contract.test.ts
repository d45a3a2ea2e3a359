import fc from "fast-check";
import { expect, test } from "vitest";
import {
  contractParts,
  type JsonObject,
  type JsonSchema,
  type ListedTool,
  listContract,
  metaKeys,
  readListedContract,
  type ToolContract,
  wireDescription,
  wireInputSchema,
  wireOutputSchema,
} from "../src/index.ts";

const input: JsonSchema = { type: "object", properties: { to: { type: "string" } }, required: ["to"] };
const plain: ToolContract = {
  name: "emails.send_external",
  domain: "emails",
  title: "Send",
  description: "Sends an email.",
  category: "communication",
  riskLevel: "low",
  autonomousExecution: true,
  confirmation: { kind: "never" },
  stepUpAuth: { kind: "never" },
  inputSchema: input,
  outputSchema: { type: "object", properties: {} },
  permissions: [],
  sideEffects: [],
  auditEvent: "email.sent",
  failureModes: [],
  hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  requirements: [],
  dataFlow: { readsPrivate: true, returnsUntrusted: true, sendsOut: false },
  metadata: {},
  examples: [],
  timeoutMs: 30_000,
  hash: "",
};

function list(
  contract: ToolContract,
  name = "emails_send_external",
): ListedTool & { readonly contract: JsonObject } {
  const { title, icons, hints, meta = {} } = contract;
  const outputSchema = wireOutputSchema(contract);
  const shown = {
    name,
    title,
    ...(icons ? { icons: icons as unknown as JsonObject[] } : {}),
    description: wireDescription(contract),
    inputSchema: wireInputSchema(contract),
    ...(outputSchema ? { outputSchema } : {}),
    annotations: { ...hints },
    meta,
  };
  const listed = listContract(contractParts(contract), "h", shown);
  return { ...shown, meta: { ...meta, [metaKeys.contract]: listed }, contract: listed };
}

/** Expects that the facts can be read back, and that the listed form has at most this many characters. */
function check(change: Partial<ToolContract>, longest = 200, name?: string): void {
  const contract = { ...plain, ...change };
  const { contract: listed, ...tool } = list(contract, name);
  const read = JSON.parse(JSON.stringify(readListedContract(JSON.parse(JSON.stringify(tool)) as ListedTool)));
  expect(read).toEqual({ ...contractParts(contract).facts, rest: "h" });
  expect(JSON.stringify(listed).length).toBeLessThanOrEqual(longest);
}

const writes = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };
const sends = { kind: "sends", description: "One email.", reversible: false, external: true } as const;

test("what the tool beside it says, what is usual and what follows is not in the listed contract", () => {
  check({}, 120);
  check({ name: "mail.send", domain: "mail" }, 120);
  check({ wireName: "send-Email" }, 170, "send-Email");
  const content = { kinds: ["text", "image", "audio", "resource", "resource_link"] } as const;
  check({ name: "emails.bulk_send", wireName: "bulk-send", result: content }, 100, "bulk-send");
  check({ result: { kinds: ["text", "image"] } }, 100);
  check(
    { title: "Other", description: "Does something else.", icons: [{ src: "https://example.com/a.png" }] },
    120,
  );
  check({ meta: { "com.example/team": { a: [1] } } }, 120);
  check({ riskLevel: "critical", autonomousExecution: false, confirmation: { kind: "always" } }, 160);
  check(
    { examples: [{ input: { to: "a" } }], owner: "me", riskReason: "so", rateLimit: { limit: 1, perMs: 1 } },
    120,
  );
});

test("each fact comes back, from its short form", () => {
  check({ riskLevel: "high", autonomousExecution: true, confirmation: { kind: "when", condition: "true" } });
  check({ stepUpAuth: { kind: "always" } });
  check({ stepUpAuth: { kind: "always", maxAgeMs: 5 } });
  check({ stepUpAuth: { kind: "when", condition: "a", acr: "x" } });
  check({ stepUpAuth: { kind: "never", reason: "so" } });
  check({ sideEffects: [sends, { ...sends, external: false }], hints: writes }, 260);
  check({ dataFlow: { readsPrivate: false, returnsUntrusted: false, sendsOut: false } });
  check({ dataFlow: { readsPrivate: true, returnsUntrusted: false, sendsOut: true } });
  check({ hints: { ...plain.hints, agencyHint: false } });
  check({ timeoutMs: 5, permissions: ["emails:send"], requirements: ["env:production"] }, 300);
  check({
    failureModes: [
      { code: "a", description: "A.", retry: "never", implied: false },
      { code: "b", description: "B.", retry: "after", implied: false },
      { code: "timeout", description: "", retry: "never", implied: true },
    ],
  });
  check({ deprecated: { reason: "Old." } });
});

test("what a repeated call means is read from the description", () => {
  const hints = writes;
  check({ hints }, 160);
  for (const onRepeat of [undefined, "Returns it; within 2 days is a repeated one: no."])
    for (const until of [undefined, "now < input.to, while `x`"])
      for (const key of [[], ["to"], ["to", "from"]])
        check(
          {
            hints,
            idempotency: { key, ttlMs: 90_000, ...(until && { until }), ...(onRepeat && { onRepeat }) },
          },
          160 + (onRepeat && until ? 400 : 400),
        );
  check({ hints, idempotency: { key: ["to"], ttlMs: 3_600_000, onRepeat: "x".repeat(5000) } }, 6000);
});

test("schemas come back without the dry run's parts, and with their marks", () => {
  const preview = { type: "object", properties: { count: { type: "integer" } }, required: ["count"] };
  check({ dryRun: { mode: "required", preview } });
  check({ dryRun: { mode: "supported", preview: { type: "object", properties: {} } } });
  const secret = {
    type: "object",
    properties: { a: { type: "string", sensitive: true }, sensitive: { type: "string" } },
  };
  check({ inputSchema: secret, outputSchema: secret, dryRun: { mode: "supported", preview: secret } }, 300);
  const tree = {
    type: "object",
    properties: { root: { $ref: "#/$defs/a.node" } },
    $defs: { "a.node": { type: "object", properties: { next: { $ref: "#/$defs/a.node" } } } },
  };
  check({ inputSchema: tree, outputSchema: tree, dryRun: { mode: "supported", preview } });
  const twice = {
    type: "object",
    properties: {
      a: { $ref: "#/$defs/a.pair" },
      b: { $ref: "#/$defs/a.pair", sensitive: true },
      c: { $ref: "#/$defs/a.once" },
      d: { $ref: "#/$defs/a.node" },
    },
    $defs: { ...tree.$defs, "a.pair": secret, "a.once": { type: "string", maxLength: 5 } },
  };
  const dryRun = { mode: "supported", preview: { ...twice, properties: { e: twice.properties.b } } } as const;
  check({ inputSchema: twice, outputSchema: twice, dryRun, wireRefs: "keep" }, 500);
  const { outputSchema: _, ...content } = plain;
  const { contract: _contract, ...tool } = list({ ...content, result: { kinds: ["text"] } });
  expect(readListedContract(tool)).toEqual({
    ...contractParts({ ...content, result: { kinds: ["text"] } }).facts,
    rest: "h",
  });
});

test("refinements come back", () =>
  check(
    {
      riskLevel: "critical",
      autonomousExecution: false,
      confirmation: { kind: "always" },
      hints: writes,
      sideEffects: [sends],
      refinements: [
        {
          when: "input.to == 'me'",
          riskLevel: "low",
          autonomousExecution: true,
          confirmation: { kind: "never" },
          stepUpAuth: { kind: "never" },
          sideEffects: [],
          hints: { ...plain.hints, agencyHint: false },
          dataFlow: plain.dataFlow,
        },
      ],
    },
    400,
  ));

test("whatever a contract holds comes back, and whatever a server lists can be read", () => {
  const values = fc.record(
    {
      name: fc.string(),
      domain: fc.string(),
      title: fc.string(),
      description: fc.string(),
      timeoutMs: fc.nat(),
      permissions: fc.array(fc.string()),
      hints: fc.record(
        {
          readOnlyHint: fc.boolean(),
          destructiveHint: fc.boolean(),
          idempotentHint: fc.boolean(),
          openWorldHint: fc.boolean(),
          agencyHint: fc.boolean(),
        },
        { requiredKeys: ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] },
      ),
      dataFlow: fc.record({
        readsPrivate: fc.boolean(),
        returnsUntrusted: fc.boolean(),
        sendsOut: fc.boolean(),
      }),
      stepUpAuth: fc.record(
        { kind: fc.constantFrom("never", "always", "when"), maxAgeMs: fc.nat(), condition: fc.string() },
        { requiredKeys: ["kind"] },
      ),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(values, (change) => check(change as Partial<ToolContract>, Infinity)),
    { seed: 7 },
  );
  const claim = fc.dictionary(
    fc.constantFrom(
      "name",
      "domain",
      "dryRun",
      "sensitive",
      "sideEffects",
      "stepUpAuth",
      "hints",
      "refinements",
      "__proto__",
    ),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(claim, fc.jsonValue(), (contract, schema) => {
      const outputSchema = schema as JsonSchema;
      const meta = { [metaKeys.contract]: contract as JsonObject };
      expect(readListedContract({ name: "a", inputSchema: {}, outputSchema, meta })).toBeTypeOf("object");
    }),
    { seed: 8 },
  );
});

test("a tool without our contract has none", () => {
  for (const meta of [{}, { [metaKeys.contract]: null }, { [metaKeys.contract]: "x" }, { other: {} }])
    expect(readListedContract({ name: "a", inputSchema: {}, meta })).toBeUndefined();
});
