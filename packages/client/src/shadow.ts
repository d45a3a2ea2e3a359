import { acceptedNames, type JsonObject, type Manifest, withDefaults } from "@proviso/manifest";
import { decideCall, type DecidingParts } from "./call/decide-call.ts";
import { createGuard, defaultPolicies, type Guard } from "./call/guard.ts";
import type { CallOptions, CreateGuardOptions } from "./call/options.ts";
import { canonicalCopy } from "./connection/fingerprint.ts";
import type { McpConnection } from "./connection/connection.ts";
import type { Decision } from "./decide/policy.ts";
import { refineSubject } from "./decide/refine-subject.ts";
import { createSession } from "./decide/session.ts";

/** A call that candidate contracts decide otherwise. Contracts without the tool, or without the dry run of a plan, decide nothing. */
export interface GuardDifference {
  readonly tool: string;
  readonly was?: Decision;
  readonly is?: Decision;
}

export interface GuardCandidate {
  readonly manifest: Manifest;
  /** Receives each difference, after its call. Its errors are ignored. */
  readonly onDifference?: (difference: GuardDifference) => void | Promise<void>;
}

export interface GuardSums {
  readonly same: number;
  readonly different: number;
  /** Calls at which the candidate failed. */
  readonly notJudged: number;
}

/**
 * A guard whose calls candidate contracts decide too: after each call, by what the session had seen when it began. They have no vote.
 * What only the server tells (changed definitions, its own questions) counts on neither side. Conditions take linear time, as everywhere.
 */
export function shadowGuard(
  connection: McpConnection,
  given: CreateGuardOptions,
  { manifest, onDifference }: GuardCandidate,
): { readonly guard: Guard; readonly sums: () => GuardSums } {
  const session = given.session ?? createSession();
  const options = { ...given, session };
  const guard = createGuard(connection, options);
  const policies = { ...defaultPolicies, ...given.policies };
  const sums = { same: 0, different: 0, notJudged: 0 };

  async function judge(tool: string, input: object, isPlan: boolean, result: Promise<unknown>) {
    const facts = session.facts();
    const call = { tool, isPlan, input: canonicalCopy(input) };
    const parts = { options, policies, session: { ...session, facts: () => facts } };
    await result;
    // Whoever waits for the call goes on first.
    await new Promise((resolve) => setTimeout(resolve, 0));
    const was = await decisionBy(given.manifest ?? given.contracts, parts, call);
    const is = await decisionBy(manifest, parts, call);
    const isSame = was?.kind === is?.kind;
    sums[isSame ? "same" : "different"] += 1;
    if (isSame) return;
    const difference = { tool, ...(was && { was }), ...(is && { is }) };
    await Promise.resolve(difference)
      .then(onDifference)
      .catch(() => {});
  }

  const watched = (isPlan: boolean) => (tool: string, input: object, callOptions?: CallOptions) => {
    const result = (isPlan ? guard.plan<JsonObject> : guard.call)(tool, input, callOptions);
    judge(tool, input, isPlan, result).catch(() => (sums.notJudged += 1));
    return result as Promise<never>;
  };
  return { guard: { ...guard, call: watched(false), plan: watched(true) }, sums: () => ({ ...sums }) };
}

interface JudgedCall {
  readonly tool: string;
  readonly input: JsonObject;
  readonly isPlan: boolean;
}

/** What contracts decide about a call, if they have its tool and, for a plan, its dry run. */
async function decisionBy(
  manifest: Manifest | undefined,
  parts: DecidingParts,
  { input, isPlan, tool }: JudgedCall,
): Promise<Decision | undefined> {
  const contract = manifest?.tools.find((each) => each.name === tool || acceptedNames(each).includes(tool));
  if (!contract || (isPlan && !contract.dryRun)) return undefined;
  const { dryRun, ...declared } = input;
  const args = contract.dryRun ? declared : input;
  const subject = await refineSubject(contract, withDefaults(contract.inputSchema, args) ?? args);
  const isDryRun = contract.dryRun !== undefined && (isPlan || dryRun === true);
  const request = { env: parts.options.env ?? "live" };
  return decideCall(parts, { subject, entry: { tool: contract }, dryRun: isDryRun, request }).decision;
}
