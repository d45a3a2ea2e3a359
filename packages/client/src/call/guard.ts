import { type Failure, type JsonObject, type Plan, wireName } from "@proviso/manifest";
import { review } from "./decide-call.ts";
import type { GuardParts } from "./guard-parts.ts";
import { runCall } from "./run-call.ts";
import { pinnedTool } from "../pinning/catalog.ts";
import { createCatalogKeeper } from "../pinning/catalog-keeper.ts";
import { createApprovals } from "../ask/approvals.ts";
import { answerMs, type AskListener } from "../ask/await-answer.ts";
import type { ConfirmRequest } from "../ask/request.ts";
import type { McpConnection } from "../connection/connection.ts";
import { decide } from "../decide/decide.ts";
import type { Activity, CallOptions, CreateGuardOptions, GuardPolicies, Review } from "./options.ts";
import type { Drift } from "../pinning/drift.ts";
import type { Pins } from "../pinning/tool-definition.ts";
import { lazyLinkOffers } from "../ask/lazy-link-offers.ts";
import { overlay, withoutRepetition } from "./overlay.ts";
import { followAgents } from "../decide/follow-agents.ts";
import { logOpenWorld } from "../decide/log-open-world.ts";
import { retryIdempotent } from "../decide/retry-idempotent.ts";
import { type Reason, explainReason } from "../decide/policy.ts";
import type { FailedResult, PlainResult, Result } from "./result.ts";
import { createSession } from "../decide/session.ts";
import { type ToolSet, createToolSet } from "../tool/tool-set.ts";

/** Decides whether a call of an agent runs, asks a person or is refused. Never rejects: see `Result`. */
export interface Guard {
  call<Output = JsonObject, F extends Failure = Failure>(
    name: string,
    input: object,
    options?: CallOptions,
  ): Promise<Result<Output, F>>;
  /** The dry run: what the call would do, without doing it. */
  plan<Preview extends object = JsonObject, F extends Failure = Failure>(
    name: string,
    input: object,
    options?: CallOptions,
  ): Promise<Result<Plan<Preview>, F>>;
  /** What would happen to the call now. Nothing is called and nobody is asked. */
  review(name: string, input: object): Promise<Review>;
  /** The pinned tools. */
  readonly tools: ToolSet;
  /** Whether the server knows the contracts, and recognizes a repeated call by its idempotency key. False with `contracts`. */
  readonly serverKnowsKeys: boolean;
  /** Lists the server's tools now. Rejects if the server cannot be reached. */
  inspect(): Promise<Inspection>;
  /** Acknowledges exactly this changed definition (`Drift.hash`). The tool still asks, but is no longer blocked. */
  acknowledge(hash: string): void;
}

export interface Inspection {
  readonly tools: ToolSet;
  /** Differences from what is known. */
  readonly drift: readonly Drift[];
  /** For the next session's guard. It holds the earlier definition of a changed tool until that is acknowledged. */
  readonly pins: Pins;
}

/** The default behaviour of a guard. */
export const defaultPolicies: GuardPolicies = {
  decide,
  retry: retryIdempotent,
  logApart: logOpenWorld,
  follow: followAgents,
};

export function createGuard(connection: McpConnection, options: CreateGuardOptions = {}): Guard {
  const { contracts, manifest } = options;
  if (contracts && manifest)
    throw new TypeError(
      "give `manifest` for a server that has the contracts, or `contracts` for one without",
    );
  if (contracts) return makeGuard(overlay(connection, contracts), { ...options, manifest: contracts });
  return makeGuard(connection, options);
}

function makeGuard(connection: McpConnection, given: CreateGuardOptions): Guard {
  const { manifest: pinned } = given;
  const options = connection.isOverlaid && pinned ? { ...given, manifest: withoutRepetition(pinned) } : given;
  const session = given.session ?? createSession();
  const tell = tellListener(options.onActivity);
  const explain = (reason: Reason) => explainReason(reason, session.facts());
  const offerLink = lazyLinkOffers(options.onLink, answerMs);
  const approvals = createApprovals(options.confirm, explain, listenForChanges(tell), offerLink);
  connection.onElicitation(approvals.answer);
  const parts: GuardParts = {
    connection,
    options,
    policies: { ...defaultPolicies, ...options.policies },
    session,
    approvals,
    offerLink,
    catalog: createCatalogKeeper(connection, options, (tools) => tell({ kind: "trusting", tools })),
    tell,
  };
  const run = async (name: string, input: object, isPlan: boolean, callOptions: CallOptions = {}) => {
    let wasCalled = false;
    const watching: GuardParts["tell"] = (activity) => {
      wasCalled ||= activity.kind === "called";
      tell(activity);
    };
    const result = await runCall({ ...parts, tell: watching }, name, input, isPlan, callOptions);
    if (!result.ok && (!wasCalled || isUnsent(result)))
      tell({ tool: name, kind: "refused", failure: result.failure });
    else tell({ tool: name, kind: "completed", result });
    return result;
  };
  const { manifest } = options;
  // Generated code provides the types; the server and the guard have checked the output.
  return {
    call: (name, input, callOptions) => run(name, input, false, callOptions) as Promise<never>,
    plan: (name, input, callOptions) => run(name, input, true, callOptions) as Promise<never>,
    review: (name, input) => review(parts, name, input),
    tools: createToolSet(
      (manifest?.tools ?? []).map((tool) =>
        pinnedTool(tool, wireName(tool, manifest?.wireNames ?? "underscore")),
      ),
    ),
    serverKnowsKeys: manifest !== undefined && !connection.isOverlaid,
    async inspect() {
      const { entries, drift } = await parts.catalog.refresh();
      const listed = [...entries.values()].filter(({ definition }) => definition !== undefined);
      const tools = createToolSet(listed.map(({ tool }) => tool));
      return { tools, drift, pins: parts.catalog.pins() };
    },
    acknowledge: (hash) => parts.catalog.acknowledge(hash),
  };
}

/** Errors of the host's listener are ignored. */
function tellListener(listener: CreateGuardOptions["onActivity"]): GuardParts["tell"] {
  return (activity) => {
    try {
      listener?.(activity);
    } catch {
      // The host's own listener failed; there is nobody else to tell.
    }
  };
}

function activityAbout(request: ConfirmRequest): Pick<Activity, "tool"> {
  return request.kind === "call" ? { tool: request.tool } : {};
}

function listenForChanges(tell: GuardParts["tell"]): AskListener {
  return {
    asked: (request) => tell({ ...activityAbout(request), kind: "asked", request }),
    answered: (request, approved) => tell({ ...activityAbout(request), kind: "answered", approved }),
  };
}

function isUnsent(result: PlainResult): result is FailedResult {
  const unsent = ["refused_by_guard", "declined_by_person", "unanswered_by_person", "unknown_tool"];
  return !result.ok && unsent.includes(result.failure.code);
}
