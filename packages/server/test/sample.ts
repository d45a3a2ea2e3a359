import type { FailureMode, JsonObject, Manifest, SideEffect, ToolContract } from "@proviso/manifest";
import { createEnforcingServer } from "../src/gate/enforcing-server.ts";
import { fingerprint } from "../src/canonical/fingerprint.ts";
import type { HandlerTable, ToolContext } from "../src/api/handler.ts";
import type { ServerOptions } from "../src/api/options.ts";
import type { Outcome, Principal } from "../src/api/outcome.ts";
import { callApproved, callAs, fakeClock, memoryAudit, memoryStore } from "../src/testing.ts";

export const anna: Principal = {
  id: "anna",
  tenant: "acme",
  kind: "agent",
  permissions: ["notes:write", "emails:send"],
};
export const ben: Principal = { ...anna, id: "ben" };

export const sends: SideEffect = {
  kind: "sends",
  description: "One email to every recipient.",
  reversible: false,
  external: true,
};
export const creates: SideEffect = {
  kind: "creates",
  description: "A note.",
  reversible: true,
  external: false,
};

const textObject = (property: string): JsonObject => ({
  type: "object",
  properties: { [property]: { type: "string" } },
  required: [property],
  additionalProperties: false,
});

const low: Omit<ToolContract, "hash"> = {
  name: "notes.create",
  domain: "notes",
  title: "Create a note",
  description: "Keeps a text.",
  category: "notes",
  riskLevel: "low",
  autonomousExecution: true,
  confirmation: { kind: "never" },
  stepUpAuth: { kind: "never" },
  inputSchema: textObject("text"),
  outputSchema: textObject("id"),
  permissions: ["notes:write"],
  sideEffects: [creates],
  auditEvent: "note.created",
  failureModes: [failureMode("note_too_long", "never"), failureMode("disk_busy", "after")],
  hints: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
    agencyHint: false,
  },
  requirements: [],
  dataFlow: { readsPrivate: false, returnsUntrusted: false, sendsOut: false },
  metadata: {},
  examples: [],
  timeoutMs: 1000,
};

export function failureMode(code: string, retry: FailureMode["retry"], implied = false): FailureMode {
  return { code, description: `It is ${code}.`, retry, implied };
}

/** A harmless tool, with whatever is under test changed. */
export function tool(changes: Partial<ToolContract> = {}): ToolContract {
  const contract = { ...low, ...changes };
  return { ...contract, hash: fingerprint(contract as unknown as JsonObject) };
}

export const highRisk = {
  riskLevel: "high",
  autonomousExecution: false,
  confirmation: { kind: "always" },
} as const satisfies Partial<ToolContract>;
export const criticalRisk = { ...highRisk, riskLevel: "critical", sideEffects: [sends] } as const;

export const preview = {
  type: "object",
  properties: { count: { type: "integer" } },
  required: ["count"],
  additionalProperties: false,
} as const satisfies JsonObject;

export function manifest(...tools: readonly ToolContract[]): Manifest {
  return {
    format: 1,
    product: "sample",
    wireNames: "dotted",
    permissions: { "notes:write": "Write notes." },
    tools: tools.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
  };
}

type Given = ToolContext<Record<string, (message?: string, details?: JsonObject) => Error>, Ports>;
export interface Ports {
  readonly mode: "plan" | "execute";
}
export interface Fixture extends Partial<ServerOptions<Ports>> {
  readonly tools?: readonly ToolContract[];
  readonly manifest?: Manifest;
  readonly handlers?: HandlerTable<Ports>;
  readonly people?: HandlerTable<Ports>;
  readonly execute?: (input: JsonObject, context: Given) => unknown;
  readonly plan?: (input: JsonObject, context: Given) => unknown;
}

/** A server in memory whose handlers all do the same and write down what they were called with. */
export function fixture({ tools = [tool()], execute, plan, ...options }: Fixture = {}) {
  const ran: JsonObject[] = [];
  const clock = fakeClock();
  const store = memoryStore({ clock });
  const audit = memoryAudit();
  const run = (input: JsonObject, context: Given): unknown => {
    ran.push(input);
    return execute ? execute(input, context) : { id: `n${ran.length}` };
  };
  const handlersOf = (given: readonly ToolContract[]): HandlerTable<Ports> =>
    Object.fromEntries(
      given.map(({ name, dryRun }) => [
        name,
        dryRun ? { execute: run, plan: plan ?? (() => ({ count: 1 })) } : run,
      ]),
    ) as unknown as HandlerTable<Ports>;
  const server = createEnforcingServer<Ports>({
    ports: (mode) => ({ mode }),
    clock,
    store,
    audit,
    stateKeys: [new Uint8Array(32).fill(7)],
    onFault: () => {},
    attempts: { limit: 2 ** 31 - 1, perMs: 60_000 },
    manifest: manifest(...tools),
    handlers: handlersOf(tools.filter(({ riskLevel }) => riskLevel !== "forbidden")),
    people: handlersOf(tools.filter(({ people }) => people !== undefined)),
    ...options,
  });
  return {
    server,
    clock,
    store,
    audit,
    ran,
    call: callAs(server, anna),
    callAs: (principal: Principal) => callAs(server, principal),
    approved: callApproved(server, anna),
  };
}

/** An outcome in a word: its kind, or the code of its failure. */
export function summary(outcome: Outcome): string {
  if ("failure" in outcome) return `${outcome.kind} ${outcome.failure.code}`;
  return outcome.kind === "completed" && outcome.replayed ? "replayed" : outcome.kind;
}
