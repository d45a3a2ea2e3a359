import {
  approvalChannels,
  approverKinds,
  contentKinds,
  effectKinds,
  impliedFailureCodes,
  riskLevels,
} from "@proviso/manifest";

const textSchema = { type: "string" };
const booleanSchema = { type: "boolean" };
const textsSchema = { type: "array", items: textSchema };
const integerSchema = { type: "integer", minimum: 0 };
const anyObject = { type: "object" };

/** An object with these fields and no other: one that this version does not know could not be compared. */
function objectSchema(required: object, optional: object = {}): object {
  return {
    type: "object",
    required: Object.keys(required),
    properties: { ...required, ...optional },
    additionalProperties: false,
  };
}

function arraySchema(items: object): object {
  return { type: "array", items };
}

const approval = {
  by: { enum: approvalChannels },
  approver: { enum: approverKinds },
  approvers: integerSchema,
  from: textSchema,
  edit: arraySchema(textSchema),
  together: integerSchema,
};
const confirmation = {
  oneOf: [
    objectSchema({ kind: { const: "never" } }),
    objectSchema({ kind: { const: "always" } }, approval),
    objectSchema({ kind: { const: "when" }, condition: textSchema }, approval),
  ],
};
const logInSchema = { maxAgeMs: integerSchema, acr: textSchema };
const stepUpAuth = {
  oneOf: [
    objectSchema({ kind: { const: "never" } }, { reason: textSchema }),
    objectSchema({ kind: { const: "always" } }, logInSchema),
    objectSchema({ kind: { const: "when" }, condition: textSchema }, logInSchema),
  ],
};
const retry = { enum: ["never", "after", "sameKey"] };
const effect = objectSchema({
  kind: { enum: effectKinds },
  description: textSchema,
  reversible: booleanSchema,
  external: booleanSchema,
});
const hints = objectSchema(
  {
    readOnlyHint: booleanSchema,
    destructiveHint: booleanSchema,
    idempotentHint: booleanSchema,
    openWorldHint: booleanSchema,
  },
  { agencyHint: booleanSchema },
);
const dataFlow = objectSchema({
  readsPrivate: booleanSchema,
  returnsUntrusted: booleanSchema,
  sendsOut: booleanSchema,
});

const byInput = {
  riskLevel: { enum: riskLevels },
  autonomousExecution: booleanSchema,
  confirmation,
  stepUpAuth,
  sideEffects: arraySchema(effect),
  hints,
  dataFlow,
};

/** A contract as `compactContract` stores it, as JSON Schema: what comes from outside is compared only if it has this shape. */
export const storedContractSchema: object = objectSchema(
  {
    name: { type: "string", pattern: "^[a-z][a-z0-9_]*\\.[a-z][a-z0-9_]*$" },
    domain: textSchema,
    title: textSchema,
    description: textSchema,
    category: textSchema,
    ...byInput,
    inputSchema: anyObject,
    permissions: textsSchema,
    auditEvent: textSchema,
    failureModes: arraySchema(objectSchema({ code: textSchema, description: textSchema, retry })),
    impliedFailures: arraySchema({ enum: impliedFailureCodes }),
    requirements: textsSchema,
    metadata: anyObject,
    examples: arraySchema(objectSchema({ input: anyObject }, { title: textSchema, output: anyObject })),
    timeoutMs: integerSchema,
    hash: textSchema,
  },
  {
    wireName: textSchema,
    icons: arraySchema(
      objectSchema(
        { src: textSchema },
        { mimeType: textSchema, sizes: textsSchema, theme: { enum: ["light", "dark"] } },
      ),
    ),
    riskReason: textSchema,
    people: { enum: ["allowed"] },
    outputSchema: anyObject,
    result: objectSchema(
      { kinds: arraySchema({ enum: contentKinds }) },
      { mimeTypes: textsSchema, maxBytes: integerSchema },
    ),
    meta: anyObject,
    idempotency: objectSchema(
      { key: textsSchema, ttlMs: integerSchema },
      { until: textSchema, onRepeat: textSchema },
    ),
    reconcile: textSchema,
    dryRun: objectSchema({ mode: { enum: ["supported", "required"] }, preview: anyObject }),
    rateLimit: objectSchema({ limit: integerSchema, perMs: integerSchema }),
    owner: textSchema,
    deprecated: objectSchema({ reason: textSchema }, { successor: textSchema }),
    refinements: arraySchema(objectSchema({ when: textSchema, ...byInput }, { riskReason: textSchema })),
  },
);
