import { hash } from "node:crypto";
import {
  type Hints,
  type JsonObject,
  metaKeys,
  planSuffix,
  toolDefinition,
  type ToolContract,
} from "@proviso/manifest";
import {
  answeredByPerson,
  type CreateGuardOptions,
  createGuard,
  type McpConnection,
  type WireResult,
  type WireTool,
} from "@proviso/client";
import { eventsOf, type GuardedCall, guardModel, type GuardSession, sessionAfter } from "../src/guard.ts";
import { inputConditions } from "./contracts.ts";

/** How a tool is listed, compared with what the client knows of it. */
export type Listing = "same" | "reworded" | "tightened" | "without its contract";

export type SessionStep =
  | {
      readonly kind: "call";
      readonly tool: number;
      readonly input: JsonObject;
      readonly dryRun: boolean;
      readonly person?: "yes" | "no";
    }
  | { readonly kind: "list"; readonly tool: number; readonly as: Listing };

export interface GuardHistory {
  readonly contracts: readonly ToolContract[];
  /** Hints of a tool of which the client has no contract. */
  readonly stranger: Partial<Hints>;
  readonly env: "live" | "test";
  readonly trustAnnotations: boolean;
  readonly requirements: GuardedCall["known"];
  readonly budget: GuardedCall["budget"];
  readonly steps: readonly SessionStep[];
}

/** Decision, reasons and what was done, as text. */
export interface ComparedCall {
  readonly real: string;
  readonly model: string;
  readonly reasons: readonly string[];
}

/** Makes the calls of a history at the real guard and in the model. */
export async function compareSession(history: GuardHistory): Promise<readonly ComparedCall[]> {
  const compared: ComparedCall[] = [];
  const listings = history.contracts.map((): Listing => "same").concat("same");
  const server = serverOf(history, listings);
  let decided = "";
  const guard = createGuard(server.connection, {
    ...optionsOf(history),
    onActivity: (activity) => {
      if (activity.kind === "decided")
        decided = [activity.decision.kind, ...activity.decision.reasons].join(" ");
    },
  });
  // The definitions that the guard compares with later.
  await guard.inspect();
  let session: GuardSession = { untrusted: false, private: false, calls: {} };
  for (const step of history.steps) {
    if (step.kind === "list") {
      listings[step.tool] = step.as;
      server.changed();
      continue;
    }
    const call = callOf(history, step, listings[step.tool] ?? "same", session);
    const { kind, reasons } = guardModel(call, holds);
    const events = eventsOf(call, kind, step.person, holds);
    for (const event of events)
      if (event !== "asked") session = sessionAfter({ ...call, session }, event, holds);
    const { contract: { name } = { name: "stranger" } } = call;
    const input = step.dryRun ? { ...step.input, dryRun: true } : step.input;
    const real = await server.watch(async (asked) => {
      const confirm: CreateGuardOptions["confirm"] = async (request) => {
        asked();
        const phrase =
          request.kind === "call" && request.phrase !== undefined ? { phrase: request.phrase } : {};
        return answeredByPerson(request, { yes: step.person === "yes", ...phrase });
      };
      await guard.call(name, input, step.person === undefined ? {} : { confirm });
    });
    compared.push({
      real: `${decided}: ${real}`,
      model: `${[kind, ...reasons].join(" ")}: ${events.join(" ")}`,
      reasons: [kind, ...reasons],
    });
  }
  return compared;
}

const holds = (condition: string, input: JsonObject): boolean => inputConditions[condition]?.(input) ?? true;

function optionsOf({
  budget,
  contracts: tools,
  env,
  requirements,
  trustAnnotations,
}: GuardHistory): CreateGuardOptions {
  const manifest = { format: 1, product: "model", wireNames: "dotted", permissions: {}, tools } as const;
  return { manifest, env, trustAnnotations, requirements, budget };
}

function callOf(
  { budget, contracts, env, requirements: known, stranger, trustAnnotations }: GuardHistory,
  { dryRun, input, tool }: Extract<SessionStep, { kind: "call" }>,
  listing: Listing,
  session: GuardSession,
): GuardedCall {
  const contract = contracts[tool];
  const isLoosened = contract !== undefined && listing === "without its contract";
  const required = [
    ...(contract?.requirements ?? []),
    ...(contract && listing === "tightened" ? ["extra"] : []),
  ];
  return {
    ...(contract ? { contract } : trustAnnotations ? { trusted: stranger } : {}),
    ...(listing !== "same" && { differs: isLoosened ? ("loosened" as const) : ("drifted" as const) }),
    input,
    dryRun,
    env,
    requirements: required,
    known,
    budget,
    session,
  };
}

function serverOf({ contracts, stranger }: GuardHistory, listings: readonly Listing[]) {
  let changed = (): void => undefined;
  let events: string[] = [];
  const listTools = async (): Promise<readonly WireTool[]> => [
    ...contracts.map((contract, index) => listed(contract, listings[index] ?? "same")),
    {
      name: "stranger",
      description: listings[contracts.length] === "same" ? "A tool." : "Another tool.",
      inputSchema: { type: "object" },
      annotations: stranger,
      meta: {},
    },
  ];
  const callTool: McpConnection["callTool"] = async ({ name, input }) => {
    const isPlan =
      name.endsWith(planSuffix) ||
      (input["dryRun"] === true && name !== "stranger" && offersDryRun(contracts, name));
    events.push(isPlan ? "planned" : "called");
    return completed(
      isPlan
        ? {
            dryRun: true,
            warnings: [],
            missingPermissions: [],
            expectedSideEffects: [],
            estimatedDurationMs: 1,
          }
        : {},
    );
  };
  return {
    connection: {
      listTools,
      callTool,
      onElicitation: () => undefined,
      onToolsChanged: (listener: () => void) => void (changed = listener),
      close: async () => undefined,
    } satisfies McpConnection,
    changed: () => changed(),
    async watch(act: (asked: () => void) => Promise<void>): Promise<string> {
      events = [];
      await act(() => void events.push("asked"));
      return events.join(" ");
    },
  };
}

function offersDryRun(contracts: readonly ToolContract[], name: string): boolean {
  return contracts.some((contract) => contract.name === name && contract.dryRun !== undefined);
}

function completed(output: JsonObject): WireResult {
  return { kind: "completed", output, meta: { [metaKeys.outcome]: { kind: "completed", replayed: false } } };
}

function listed(contract: ToolContract, listing: Listing): WireTool {
  const shown =
    listing === "tightened" ? { ...contract, requirements: [...contract.requirements, "extra"] } : contract;
  const { _meta: meta, ...tool } = toolDefinition(shown, "dotted", (text) => hash("sha256", text, "buffer"));
  const reworded = listing === "reworded" ? { description: "Does something else." } : {};
  const bare = listing === "without its contract" ? { meta: {} } : { meta };
  return structuredClone({ ...tool, ...reworded, ...bare }) as unknown as WireTool;
}
