import {
  approvalChannels,
  approverKinds,
  contentKinds,
  effectKinds,
  impliedFailureCodes,
  riskLevels,
} from "@proviso/manifest";

const text = { type: "string" };
const truth = { type: "boolean" };
const texts = { type: "array", items: text };
const whole = { type: "integer", minimum: 0 };
const anyObject = { type: "object" };

/** An object with these fields and no other: one that this version does not know could not be compared. */
function record(required: object, optional: object = {}): object {
  return {
    type: "object",
    required: Object.keys(required),
    properties: { ...required, ...optional },
    additionalProperties: false,
  };
}

function list(items: object): object {
  return { type: "array", items };
}

const approval = {
  by: { enum: approvalChannels },
  approver: { enum: approverKinds },
  approvers: whole,
  from: text,
};
const confirmation = {
  oneOf: [
    record({ kind: { const: "never" } }),
    record({ kind: { const: "always" } }, approval),
    record({ kind: { const: "when" }, condition: text }, approval),
  ],
};
const login = { maxAgeMs: whole, acr: text };
const stepUpAuth = {
  oneOf: [
    record({ kind: { const: "never" } }, { reason: text }),
    record({ kind: { const: "always" } }, login),
    record({ kind: { const: "when" }, condition: text }, login),
  ],
};
const retry = { enum: ["never", "after", "sameKey"] };
const effect = record({ kind: { enum: effectKinds }, description: text, reversible: truth, external: truth });
const hints = record(
  { readOnlyHint: truth, destructiveHint: truth, idempotentHint: truth, openWorldHint: truth },
  { agencyHint: truth },
);
const dataFlow = record({ readsPrivate: truth, returnsUntrusted: truth, sendsOut: truth });

const byInput = {
  riskLevel: { enum: riskLevels },
  autonomousExecution: truth,
  confirmation,
  stepUpAuth,
  sideEffects: list(effect),
  hints,
  dataFlow,
};

/** A contract as `compactContract` stores it, as JSON Schema: what comes from outside is compared only if it has this shape. */
export const contractSchema: object = record(
  {
    name: { type: "string", pattern: "^[a-z][a-z0-9_]*\\.[a-z][a-z0-9_]*$" },
    domain: text,
    title: text,
    description: text,
    category: text,
    ...byInput,
    inputSchema: anyObject,
    permissions: texts,
    auditEvent: text,
    failureModes: list(record({ code: text, description: text, retry })),
    impliedFailures: list({ enum: impliedFailureCodes }),
    requirements: texts,
    metadata: anyObject,
    examples: list(record({ input: anyObject }, { title: text, output: anyObject })),
    timeoutMs: whole,
    hash: text,
  },
  {
    wireName: text,
    icons: list(record({ src: text }, { mimeType: text, sizes: texts, theme: { enum: ["light", "dark"] } })),
    riskReason: text,
    outputSchema: anyObject,
    result: record({ kinds: list({ enum: contentKinds }) }, { mimeTypes: texts, maxBytes: whole }),
    meta: anyObject,
    idempotency: record({ key: texts, ttlMs: whole }, { until: text, onRepeat: text }),
    dryRun: record({ mode: { enum: ["supported", "required"] }, preview: anyObject }),
    rateLimit: record({ limit: whole, perMs: whole }),
    owner: text,
    deprecated: record({ reason: text }, { successor: text }),
    refinements: list(record({ when: text, ...byInput }, { riskReason: text })),
  },
);
