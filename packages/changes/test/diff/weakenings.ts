import {
  effectiveContract,
  type Json,
  type JsonObject,
  type JsonSchema,
  mapInnerSchemas,
  riskLevels,
  type ToolContract,
  wireSchema,
} from "@proviso/manifest";

/** One clause of a contract made weaker. */
export interface Weakening {
  readonly what: string;
  /** Where the loosening is to be reported. */
  readonly path: string;
  readonly after: ToolContract;
  /** Whether the reverse is known to be stricter. */
  readonly isDirected: boolean;
}

type Weaken = (tool: ToolContract) => readonly Omit<Weakening, "what">[];

/** By clause, every way in which it can be made weaker by one step. */
const table: Readonly<Record<string, Weaken>> = {
  "risk level": (tool) =>
    riskLevels
      .slice(0, riskLevels.indexOf(tool.riskLevel))
      .map((riskLevel) => directed("riskLevel", { ...tool, riskLevel })),
  autonomy: (tool) =>
    tool.autonomousExecution ? [] : [directed("autonomousExecution", { ...tool, autonomousExecution: true })],
  confirmation: (tool) => confirmations(tool),
  "step-up": (tool) => stepUps(tool),
  permission: (tool) =>
    tool.permissions.map((gone) =>
      directed("permissions", { ...tool, permissions: tool.permissions.filter((each) => each !== gone) }),
    ),
  requirement: (tool) =>
    tool.requirements.map((gone) =>
      directed("requirements", { ...tool, requirements: tool.requirements.filter((each) => each !== gone) }),
    ),
  "side effect": (tool) =>
    tool.sideEffects.flatMap((effect, at) => [
      directed("sideEffects", { ...tool, sideEffects: tool.sideEffects.toSpliced(at, 1) }),
      ...(effect.reversible
        ? []
        : [directed("sideEffects", replaceEffect(tool, at, { ...effect, reversible: true }))]),
      ...(effect.external
        ? [directed("sideEffects", replaceEffect(tool, at, { ...effect, external: false }))]
        : []),
    ]),
  "audit event": (tool) => [undirected("auditEvent", { ...tool, auditEvent: `${tool.auditEvent}.other` })],
  "failure mode": (tool) =>
    tool.failureModes.flatMap((mode, at) => [
      ...(mode.implied
        ? []
        : [directed("failureModes", { ...tool, failureModes: tool.failureModes.toSpliced(at, 1) })]),
      ...(mode.retry === "after"
        ? []
        : [
            directed("failureModes", {
              ...tool,
              failureModes: tool.failureModes.with(at, { ...mode, retry: "after" }),
            }),
          ]),
    ]),
  hints: (tool) => [
    ...(tool.hints.readOnlyHint
      ? []
      : [directed("hints", { ...tool, hints: { ...tool.hints, readOnlyHint: true } })]),
    ...(tool.hints.destructiveHint
      ? [directed("hints", { ...tool, hints: { ...tool.hints, destructiveHint: false } })]
      : []),
    ...(tool.hints.idempotentHint || tool.idempotency
      ? []
      : [directed("hints", { ...tool, hints: { ...tool.hints, idempotentHint: true } })]),
    ...(tool.hints.openWorldHint
      ? [directed("hints", { ...tool, hints: { ...tool.hints, openWorldHint: false } })]
      : []),
    ...(tool.hints.agencyHint
      ? [directed("hints", { ...tool, hints: { ...tool.hints, agencyHint: false } })]
      : []),
  ],
  "data flow": (tool) =>
    (["readsPrivate", "returnsUntrusted", "sendsOut"] as const)
      .filter((fact) => tool.dataFlow[fact])
      .map((fact) => directed("dataFlow", { ...tool, dataFlow: { ...tool.dataFlow, [fact]: false } })),
  idempotency: ({ idempotency, ...tool }) =>
    idempotency
      ? [
          directed("idempotency", tool),
          directed("idempotency", { ...tool, idempotency: { ...idempotency, ttlMs: idempotency.ttlMs / 2 } }),
          undirected("idempotency", { ...tool, idempotency: { ...idempotency, key: ["other"] } }),
          ...(idempotency.until === undefined
            ? [directed("idempotency", { ...tool, idempotency: { ...idempotency, until: "true" } })]
            : [undirected("idempotency", { ...tool, idempotency: { ...idempotency, until: "false" } })]),
        ]
      : [],
  "dry run": ({ dryRun, ...tool }) =>
    dryRun
      ? [
          directed("dryRun", tool),
          ...(dryRun.mode === "required"
            ? [directed("dryRun", { ...tool, dryRun: { ...dryRun, mode: "supported" } })]
            : []),
          ...weakerSchemas(dryRun.preview).map(([path, preview]) =>
            directed(`dryRun.preview${path}`, { ...tool, dryRun: { ...dryRun, preview } }),
          ),
        ]
      : [],
  "rate limit": ({ rateLimit, ...tool }) =>
    rateLimit
      ? [
          directed("rateLimit", tool),
          directed("rateLimit", { ...tool, rateLimit: { ...rateLimit, limit: rateLimit.limit + 1 } }),
          directed("rateLimit", { ...tool, rateLimit: { ...rateLimit, perMs: rateLimit.perMs / 2 } }),
        ]
      : [],
  budget: ({ budget, ...tool }) =>
    budget
      ? [
          directed("budget", tool),
          directed("budget", { ...tool, budget: { ...budget, limit: budget.limit + 1 } }),
          directed("budget", { ...tool, budget: { ...budget, everyMs: budget.everyMs / 2 } }),
        ]
      : [],
  exception: ({ exception, ...tool }) =>
    exception
      ? [
          directed("exception", { ...tool, exception: { ...exception, upTo: exception.upTo + 1 } }),
          directed("exception", { ...tool, exception: { ...exception, expires: "2999-01-01" } }),
          undirected("exception", { ...tool, exception: { ...exception, reviewer: "somebody" } }),
        ]
      : [],
  timeout: (tool) => [directed("timeoutMs", { ...tool, timeoutMs: tool.timeoutMs * 2 })],
  owner: ({ owner, ...tool }) => (owner === undefined ? [] : [directed("owner", tool)]),
  "risk reason": ({ riskReason, ...tool }) =>
    riskReason === undefined ? [] : [directed("riskReason", tool)],
  meta: (tool) =>
    Object.keys(tool.meta ?? {}).map((key) =>
      undirected("meta", { ...tool, meta: { ...tool.meta, [key]: "other" } }),
    ),
  "input schema": (tool) =>
    weakerSchemas(tool.inputSchema).map(([path, inputSchema]) =>
      directed(`inputSchema${path}`, { ...tool, inputSchema }),
    ),
  "output schema": ({ outputSchema, ...tool }) =>
    outputSchema
      ? [
          directed("outputSchema", tool),
          ...weakerSchemas(outputSchema).map(([path, weaker]) =>
            directed(`outputSchema${path}`, { ...tool, outputSchema: weaker }),
          ),
        ]
      : [],
  "result content": ({ result, ...tool }) =>
    result
      ? [
          undirected("result", tool),
          ...(result.kinds.includes("audio")
            ? []
            : [directed("result", { ...tool, result: { ...result, kinds: [...result.kinds, "audio"] } })]),
          ...(result.maxBytes === undefined
            ? []
            : [directed("result", { ...tool, result: { ...result, maxBytes: result.maxBytes * 2 } })]),
        ]
      : [],
  refinements: ({ refinements = [], ...tool }) => [
    directed("refinements", {
      ...tool,
      refinements: [...refinements, { ...refinementOf(tool), when: "input.more == true" }],
    }),
    ...refinements.flatMap((each, at) => [
      // Of others that come after it, no direction is known.
      (at === refinements.length - 1 ? directed : undirected)("refinements", {
        ...tool,
        refinements: refinements.with(at, { ...each, when: `${each.when} || true` }),
      }),
      ...(at > 0
        ? [
            undirected("refinements", {
              ...tool,
              refinements: [each, ...refinements.toSpliced(at, 1)],
            }),
          ]
        : []),
      ...weakeningsOf(effectiveContract(withoutReason(tool), each), ofRefinements).map(
        ({ after, isDirected }) => ({
          path: `refinements.${at}`,
          isDirected,
          after: {
            ...tool,
            refinements: refinements.with(at, { ...refinementOf(after), when: each.when }),
          },
        }),
      ),
    ]),
  ],
};

const ofRefinements = [
  "risk level",
  "autonomy",
  "confirmation",
  "step-up",
  "side effect",
  "hints",
  "data flow",
  "risk reason",
];

export function weakeningsOf(tool: ToolContract, clauses = Object.keys(table)): readonly Weakening[] {
  return clauses.flatMap((what) => (table[what]?.(tool) ?? []).map((each) => ({ what, ...each })));
}

export const weakenedClauses: readonly string[] = Object.keys(table);

function directed(path: string, after: ToolContract): Omit<Weakening, "what"> {
  return { path, after, isDirected: true };
}

function undirected(path: string, after: ToolContract): Omit<Weakening, "what"> {
  return { path, after, isDirected: false };
}

function confirmations(tool: ToolContract): readonly Omit<Weakening, "what">[] {
  const { kind } = tool.confirmation;
  const never = directed("confirmation", { ...tool, confirmation: { kind: "never" } });
  if (kind === "never") return [];
  const other = { kind: "when", condition: "input.unlikely == true" } as const;
  if (kind === "always") return [never, directed("confirmation", { ...tool, confirmation: other })];
  return [never, undirected("confirmation", { ...tool, confirmation: other })];
}

function stepUps(tool: ToolContract): readonly Omit<Weakening, "what">[] {
  const { stepUpAuth } = tool;
  if (stepUpAuth.kind === "never") return [];
  const { acr, ...weaker } = stepUpAuth;
  const isAnyAge = acr !== undefined && stepUpAuth.maxAgeMs === undefined;
  const older = { ...stepUpAuth, maxAgeMs: (stepUpAuth.maxAgeMs ?? 300_000) * 2 };
  const { maxAgeMs } = stepUpAuth;
  const other = {
    kind: "when",
    condition: "input.unlikely == true",
    ...(acr === undefined ? {} : { acr }),
    ...(maxAgeMs === undefined ? {} : { maxAgeMs }),
  } as const;
  const isWhen = stepUpAuth.kind === "when";
  return [
    directed("stepUpAuth", { ...tool, stepUpAuth: { kind: "never" } }),
    ...(isAnyAge ? [] : [directed("stepUpAuth", { ...tool, stepUpAuth: older })]),
    ...(acr === undefined
      ? []
      : [
          directed("stepUpAuth", { ...tool, stepUpAuth: weaker }),
          undirected("stepUpAuth", { ...tool, stepUpAuth: { ...stepUpAuth, acr: "other" } }),
        ]),
    (isWhen ? undirected : directed)("stepUpAuth", { ...tool, stepUpAuth: other }),
  ];
}

function withoutReason({ riskReason: _reason, ...tool }: ToolContract): ToolContract {
  return tool;
}

function replaceEffect(
  tool: ToolContract,
  at: number,
  effect: ToolContract["sideEffects"][number],
): ToolContract {
  return { ...tool, sideEffects: tool.sideEffects.with(at, effect) };
}

function refinementOf(tool: ToolContract) {
  const { riskLevel, riskReason, autonomousExecution, confirmation, stepUpAuth } = tool;
  const { sideEffects, hints, dataFlow } = tool;
  const reason = riskReason === undefined ? {} : { riskReason };
  return {
    riskLevel,
    ...reason,
    autonomousExecution,
    confirmation,
    stepUpAuth,
    sideEffects,
    hints,
    dataFlow,
  };
}

/** Keywords without which more values are valid. */
const restricting = new Set([
  "additionalProperties",
  "const",
  "enum",
  "exclusiveMaximum",
  "exclusiveMinimum",
  "format",
  "items",
  "maxItems",
  "maxLength",
  "maxProperties",
  "maximum",
  "minItems",
  "minLength",
  "minProperties",
  "minimum",
  "multipleOf",
  "pattern",
  "propertyNames",
  "required",
  "sensitive",
  "uniqueItems",
]);

/** The schema as models see it without one of its restrictions, for each of them, with the place. */
function weakerSchemas(schema: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  const whole = wireSchema(schema);
  const places: [path: readonly string[], key: string][] = [];
  const visit = (node: JsonSchema, path: readonly string[]): JsonSchema => {
    const isPlain = !path.some((step) => step === "$defs" || step === "not" || step === "if");
    for (const [key, value] of Object.entries(node)) {
      const isRestriction = restricting.has(key) && value !== true && !isEmptyList(value);
      if (isPlain && (isRestriction || (value === true && (key === "uniqueItems" || key === "sensitive"))))
        places.push([path, key]);
    }
    return mapInnerSchemas(node, (inner, ...steps) => visit(inner, [...path, ...steps]));
  };
  visit(whole, []);
  return places.map(([path, key]) => [
    [...path, key].map((step) => `.${step}`).join(""),
    without(whole, path, key) as JsonSchema,
  ]);
}

function isEmptyList(value: Json): boolean {
  return Array.isArray(value) && value.length === 0;
}

function without(value: Json, [step, ...rest]: readonly string[], key: string): Json {
  if (step === undefined) {
    const { [key]: _gone, ...others } = value as JsonObject;
    return others;
  }
  if (Array.isArray(value))
    return value.map((each: Json, at) => (String(at) === step ? without(each, rest, key) : each));
  const object = value as JsonObject;
  return { ...object, [step]: without(object[step] ?? null, rest, key) };
}
