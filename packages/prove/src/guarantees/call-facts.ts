import {
  demandedLogIn,
  effectiveContract,
  exceptionOf,
  flowOf,
  movesMoney,
  notExcepted,
  serverAsks,
  stepUpAgeMs,
  type Refinement,
  type SideEffect,
  type ToolContract,
} from "@proviso/manifest";
import type { ConditionOutcome } from "../cells/explore.ts";

/** What a server does with one call of a tool. */
export interface CallFacts {
  /** The contract that applies to the call. */
  readonly contract: ToolContract;
  /** Whether the server asks a person. */
  readonly isAsked: boolean;
  /** The age of a log-in in milliseconds that is enough; undefined if the call needs none. */
  readonly logInMs: number | undefined;
  /** Whether an equal call later is recognised without a key that the caller sends. */
  readonly isRecognised: boolean;
}

/** Whether a rule applies: also where its condition cannot be evaluated, as on servers. */
export function applies(outcome: ConditionOutcome | undefined): boolean {
  return outcome !== false;
}

/** Which conditions of a tool a question depends on. */
export type Topic = "asks" | "logIn" | "repeats";

/** A tool's conditions about a topic, and what its server does for these outcomes. */
export interface ReadTool {
  readonly conditions: readonly string[];
  factsOf(outcomes: readonly ConditionOutcome[]): CallFacts;
}

/** Reads the conditions of a tool. The conditions of refinements come first. */
export function readTool(tool: ToolContract, topic: Topic): ReadTool {
  const { refinements = [] } = tool;
  const variants = [undefined, ...refinements].map((refinement) => effectiveContract(tool, refinement));
  const own = new Set(variants.flatMap((variant) => conditionsAbout(variant, topic)));
  const conditions = [...refinements.map(({ when }) => when), ...own];
  return {
    conditions,
    factsOf(outcomes) {
      const contract = effectiveContract(tool, chosen(refinements, outcomes));
      const holds = (condition: string): boolean => applies(outcomes[conditions.lastIndexOf(condition)]);
      return { contract, ...enforced(contract, holds) };
    },
  };
}

/** As `refinementChooser`: the first that is true; none if an earlier one fails. */
function chosen(
  refinements: readonly Refinement[],
  outcomes: readonly ConditionOutcome[],
): Refinement | undefined {
  const at = refinements.findIndex((_, index) => outcomes[index] !== false);
  return at >= 0 && outcomes[at] === true ? refinements[at] : undefined;
}

function conditionsAbout(contract: ToolContract, topic: Topic): readonly string[] {
  const { confirmation, idempotency } = contract;
  if (topic === "repeats") return idempotency?.until === undefined ? [] : [idempotency.until];
  const exception = topic === "asks" ? exceptionOf(contract) : undefined;
  // A high tool has no condition of its own.
  if (exception) return [notExcepted(exception) ?? []].flat();
  const rule = topic === "asks" ? confirmation : demandedLogIn(contract);
  return rule?.kind === "when" ? [rule.condition] : [];
}

function enforced(
  contract: ToolContract,
  holds: (condition: string) => boolean,
): Omit<CallFacts, "contract"> {
  const { confirmation, idempotency } = contract;
  const [asks, logIn] = [serverAsks(contract), demandedLogIn(contract)];
  return {
    isAsked:
      (asks === "always" && !runsByException(contract, holds)) ||
      (asks === "when" && confirmation.kind === "when" && holds(confirmation.condition)),
    logInMs: logIn && (logIn.kind === "always" || holds(logIn.condition)) ? stepUpAgeMs(logIn) : undefined,
    isRecognised:
      idempotency !== undefined &&
      idempotency.key.length > 0 &&
      (idempotency.until === undefined || holds(idempotency.until)),
  };
}

/** Whether it may run by an exception. Its day and its budget are not the call's: they may allow it. */
function runsByException(contract: ToolContract, holds: (condition: string) => boolean): boolean {
  const exception = exceptionOf(contract);
  const outside = exception && notExcepted(exception);
  return exception !== undefined && (outside === undefined || !holds(outside));
}

/** What a call may do, in the words of guarantees. An effect that is not classified may be any. */
export const deeds: Readonly<Record<string, (contract: ToolContract) => boolean>> = {
  creates: ofKind("creates"),
  updates: ofKind("updates"),
  deletes: ofKind("deletes"),
  grants: ofKind("grants"),
  sends: ofKind("sends"),
  pays: ofKind("pays"),
  refunds: ofKind("refunds"),
  calls: ofKind("calls"),
  "moves money": withEffect(movesMoney),
  "changes anything": withEffect(() => true),
  "reads private data": (contract) => flowOf(contract).readsPrivate,
  "sends data out": (contract) => flowOf(contract).sendsOut,
};

function ofKind(kind: SideEffect["kind"]): (contract: ToolContract) => boolean {
  return withEffect((effect) => effect.kind === kind);
}

function withEffect(matches: (effect: SideEffect) => boolean): (contract: ToolContract) => boolean {
  return ({ sideEffects }) => sideEffects.some((effect) => effect.kind === "unclassified" || matches(effect));
}
