import {
  approverLeeway,
  approverText,
  conditionWords,
  demandedLogIn,
  effectiveContract,
  type Json,
  exceptionOf,
  exceptionText,
  mayStand,
  personAsked,
  repetition,
  serverAsks,
  timeSpan,
  type ToolContract,
} from "@proviso/manifest";
import { isLeftUnknown } from "./call-steps.ts";
import { budgetSentence, rateSentence } from "./describe.ts";

/**
 * For whoever signs that they have read a contract: what the tool changes, when the server asks and
 * who approves, log-in, limits, repeats, what a crash means, and the contract's hash. Plain text; what has no answer is left out.
 */
export function reviewFacts(tool: ToolContract & { readonly hash: string }): Readonly<Record<string, Json>> {
  const { sideEffects, hash } = tool;
  const demands = {
    asksWhen: personAsked(tool).server === "sometimes" ? inEachVariant(tool, askedText) : "",
    approvedBy: inEachVariant(tool, approvedText),
    logIn: inEachVariant(tool, logInText),
    limits: inEachVariant(tool, limitsText),
    repeats: (repetition(tool) ?? "").replaceAll("`", ""),
    dies: inEachVariant(tool, (each) => (isLeftUnknown(each) ? "the outcome is unknown" : "")),
    beforehand: serverAsks(tool) !== "never" && mayStand(tool) ? "a standing approval" : "",
  };
  const answered = Object.entries(demands).filter(([, answer]) => answer !== "");
  return { effects: sideEffects.map((effect) => ({ ...effect })), ...Object.fromEntries(answered), hash };
}

/** One answer, or that of each refinement in order and then that of all other calls. */
function inEachVariant(tool: ToolContract, answer: (variant: ToolContract) => string): string {
  const otherwise = answer(tool);
  const refined = (tool.refinements ?? []).map((each) => ({
    when: each.when,
    said: answer(effectiveContract(tool, each)),
  }));
  if (refined.every(({ said }) => said === otherwise)) return otherwise;
  const parts = refined.map(({ when, said }) => `if ${conditionWords(when, tool) ?? when}: ${said || "no"}`);
  return [...parts, `else: ${otherwise || "no"}`].join("; ");
}

function askedText(tool: ToolContract): string {
  const asks = serverAsks(tool);
  const exception = exceptionOf(tool);
  if (exception) return `every time, except up to ${exceptionText(exception).replaceAll("`", "")}`;
  if (asks === "always") return "every time";
  return asks === "when" && tool.confirmation.kind === "when"
    ? `when ${conditionWords(tool.confirmation.condition, tool) ?? tool.confirmation.condition}`
    : "";
}

/** Where the contract states nothing, `approvalTerms` lets the user approve, and so may an operator. */
function approvedText(tool: ToolContract): string {
  if (serverAsks(tool) === "never") return "";
  const who = approverText(tool.confirmation) || "by the user, or by an operator";
  const leeway = approverLeeway(tool.confirmation);
  return leeway === "" ? who : `${who}; may ${leeway}`;
}

function logInText(tool: ToolContract): string {
  const logIn = demandedLogIn(tool);
  if (!logIn) return "";
  const { maxAgeMs, acr } = logIn;
  const demands = [
    ...(maxAgeMs === undefined ? [] : [`at most ${timeSpan(maxAgeMs)} old`]),
    ...(acr === undefined ? [] : [`level ${acr}`]),
  ];
  const demand = demands.length === 0 ? "fresh" : demands.join(" and ");
  return logIn.kind === "always"
    ? demand
    : `${demand} when ${conditionWords(logIn.condition, tool) ?? logIn.condition}`;
}

/** Arguments are shown without backticks. */
function limitsText(tool: ToolContract): string {
  const budget = tool.budget ? [budgetSentence(tool.budget, tool).replaceAll("`", "")] : [];
  return [rateSentence(tool), ...budget].filter((limit) => limit !== "none").join("; ");
}
