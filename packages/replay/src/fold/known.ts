import {
  approvalTerms,
  effectiveContract,
  isSameJson,
  type JsonObject,
  type ToolContract,
} from "@proviso/manifest";
import { refinementChooser } from "@proviso/manifest/condition";
import { logInOf, type Principal } from "@proviso/server/gate";
import { isOfHandler, unknownTool, type Doubt, type RecordedCall } from "../trail/recorded-call.ts";
import { readsOf, type ConditionReads } from "./condition-reads.ts";

/**
 * How a world answers what the trail does not tell: `most` lets a call go as far as it can (the person says yes, the policy allows,
 * the handler completes), `least` stops it. A verdict that is the same in both depends on nothing unknown.
 */
export type Assumption = "most" | "least";

/** What is known of a call beside its records. */
export interface Known {
  readonly principal?: Principal;
  /** Whether policies, requirements and the handler's plan decided about the call then, and so decide the same now. */
  readonly policies: "allow" | "deny" | "unknown";
  readonly requirement: (name: string) => "met" | "unmet" | "unknown";
  readonly plan: "made" | "stale" | "unknown" | { readonly failed: string };
  readonly isVisible: boolean | "unknown";
  /** Whether the person who was asked then would be asked now, in the same place. */
  readonly isAskedAlike: boolean;
}

/** A call beside the contracts that decide about it. */
export interface JudgedCall {
  readonly call: RecordedCall;
  /** The candidate; undefined if the tool is unknown or forbidden in it. */
  readonly is: ToolContract | undefined;
  /** The contract under which it was made, if it is known. */
  readonly was: ToolContract | undefined;
  /** Whether the tool was unknown then because no contract had it. */
  readonly wasAbsent: boolean;
}

/** Codes of calls that ended before policies were asked. */
const beforePolicies: ReadonlySet<string> = new Set([
  "invalid_input",
  "permission_denied",
  "requirement_unmet",
]);
/** Codes of calls that ended after that and before a plan was made. */
const beforePlan: ReadonlySet<string> = new Set([
  "policy_violation",
  "paused",
  "idempotency_conflict",
  "outcome_unknown",
  "rate_limit_exceeded",
  "dry_run_required",
]);

/** What the trail tells about a call, and what each world assumes of the rest. */
export function knownOf(judged: JudgedCall, assumed: Assumption): Known {
  const { call, is, was, wasAbsent } = judged;
  const { code = "" } = call.was;
  const wasUnknown = code === unknownTool.code;
  const wasAuthorized = !call.doubt && !wasUnknown && !beforePolicies.has(code);
  const principal = principalOf(judged, assumed, wasAuthorized);
  return {
    ...(principal && { principal }),
    policies:
      code === "policy_violation"
        ? "deny"
        : wasAuthorized || call.hasPolicies === false
          ? "allow"
          : "unknown",
    requirement(name) {
      if (wasAuthorized && (isSame(judged) || was?.requirements.includes(name))) return "met";
      return code === "requirement_unmet" && isSame(judged) ? "unmet" : "unknown";
    },
    plan: planOf(judged, wasAuthorized),
    isVisible: !wasUnknown || wasAbsent || is === undefined ? true : "unknown",
    isAskedAlike: isAskedAlike(judged),
  };
}

/** Whether both contracts state the same about who approves this call, and where. Contracts that are not known are not alike. */
function isAskedAlike(judged: JudgedCall): boolean {
  const [one, other] = [judged.was, judged.is].map(
    (contract) => contract && whoApproves(contract, judged.call),
  );
  return one !== undefined && (isSame(judged) || one === other);
}

function whoApproves(contract: ToolContract, { input = {} }: RecordedCall): string {
  const refinement = contract.refinements?.[refinementChooser(contract)(input) ?? -1];
  const { by, approver, approvers, isFromStated, permissions } = approvalTerms(
    effectiveContract(contract, refinement),
  );
  // Whoever asks holds the tool's own permissions, as the earlier stages have checked.
  const isChecked = isFromStated || approver === "other" || approvers > 1;
  return JSON.stringify([by, approver, approvers, isChecked ? permissions.toSorted() : []]);
}

/** Whether the candidate is the contract under which the call was made. */
function isSame({ is, was }: JudgedCall): boolean {
  return is !== undefined && was?.hash === is.hash;
}

function planOf({ call, was }: JudgedCall, wasAuthorized: boolean): Known["plan"] {
  const { kind, code = "" } = call.was;
  if (code === "plan_stale") return "stale";
  if (kind === "refused" && isOfHandler(code)) return { failed: code };
  const hadPlan = was?.dryRun !== undefined || kind === "planned";
  return hadPlan && wasAuthorized && !beforePlan.has(code) && kind !== "repeated" ? "made" : "unknown";
}

function principalOf(judged: JudgedCall, assumed: Assumption, wasAuthorized: boolean): Principal | undefined {
  const { call, is, was } = judged;
  const { caller, expiresAt, principal } = call;
  if (!principal) return undefined;
  const who = {
    ...principal,
    kind: principal.kind ?? "agent",
    ...(expiresAt !== undefined && { expiresAt }),
  } as const;
  // What the call is about comes last: facts that somebody forged name no other caller.
  if (caller) return { ...caller, ...who };
  const { kind, code = "" } = call.was;
  const isHopeful = assumed === "most" && !(isSame(judged) && code === "permission_denied");
  const permissions = isHopeful ? is?.permissions : wasAuthorized ? was?.permissions : undefined;
  const hadLogIn = isSame(judged) && (kind === "ran" || kind === "asked");
  const isLoggedIn = hadLogIn || (assumed === "most" && !(isSame(judged) && code === "step_up_required"));
  const { acr } = (is && logInOf(is)) ?? {};
  return {
    ...who,
    permissions: permissions ?? [],
    ...(isLoggedIn && { authTime: Math.floor(call.at / 1000) }),
    ...(isLoggedIn && acr !== undefined && { acr }),
  };
}

/** Why a call cannot be judged whatever the two worlds say. */
export function doubtOf(judged: JudgedCall): Doubt | undefined {
  const { call, is } = judged;
  if (call.doubt) return call.doubt;
  if (!is) return undefined;
  const { kind, code } = call.was;
  if (call.input === undefined) return isRefusedAnyway(judged) ? undefined : "arguments";
  const reads = readsOf(is);
  if (!call.caller && reads.caller) return "caller";
  if (!call.isWhole && readsSecret(judged, reads)) return "secret";
  const isKeyed = (is.idempotency?.key.length ?? 0) > 0 || call.key !== undefined;
  return (kind === "repeated" || code === "idempotency_conflict") && !isKeyed && !call.caller
    ? "key"
    : undefined;
}

/** Whether a call is refused whatever its arguments are, or for the same arguments as then. */
function isRefusedAnyway({ call, is, was }: JudgedCall): boolean {
  const { caller, input } = call;
  if (is && caller && !is.permissions.every((each) => caller.permissions.includes(each))) return true;
  const isSameSchema = was !== undefined && is !== undefined && isSameJson(was.inputSchema, is.inputSchema);
  return isSameSchema && input === undefined && call.was.code === "invalid_input";
}

/** How the trail shows what is left out, unless a digest stands for it. */
const redacted = "[redacted]";

function readsSecret(judged: JudgedCall, reads: ConditionReads): boolean {
  const { call, is, was } = judged;
  if (isSame(judged) && reads.inputs.size === 0 && !is?.idempotency?.key.length) return false;
  const names = Object.entries(call.input ?? {}).flatMap(([name, value]) =>
    holdsSecret(value) ? [name] : [],
  );
  const keyFields = is?.idempotency?.key ?? [];
  return names.some((name) => {
    const isKey = keyFields.includes(name) && JSON.stringify(call.input?.[name]).includes(redacted);
    const isRead = reads.inputs.has(name) || reads.inputs.has("*");
    return isKey || isRead || !(isSame(judged) || isSameProperty(name, is, was));
  });
}

const digestPattern = /^[0-9a-f]{64}$/;

function holdsSecret(value: unknown): boolean {
  if (typeof value === "string") return value === redacted || digestPattern.test(value);
  return typeof value === "object" && value !== null && Object.values(value).some(holdsSecret);
}

function isSameProperty(name: string, is: ToolContract | undefined, was: ToolContract | undefined): boolean {
  const [one, other] = [is, was].map((contract) => {
    const { properties, $defs } = contract?.inputSchema ?? {};
    return { property: (properties as JsonObject | undefined)?.[name] ?? null, $defs: $defs ?? null };
  });
  return was !== undefined && one !== undefined && other !== undefined && isSameJson(one, other);
}
