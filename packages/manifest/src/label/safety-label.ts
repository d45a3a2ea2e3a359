import { approvalTerms, mayStand } from "../asks/approval-terms.ts";
import { type Asked, asksForPhrase, personAsked } from "../asks/person-asked.ts";
import { budgetPath, moneyOfEach, moneyText } from "../asks/budget.ts";
import { timeSpan } from "../asks/repetition.ts";
import { numberText } from "../asks/summary-values.ts";
import { movesMoney } from "../contract/allows-effect.ts";
import type { Budget, ToolContract } from "../contract/contract.ts";
import { conditionWords } from "../conditions/condition-words.ts";
import { demandedLogIn, flowOf, isFlowAssumed, stepUpAgeMs } from "../contract/questions.ts";
import { upperFirst } from "../text/identifiers.ts";
import { does } from "./does.ts";

/** A row of the label. Type aliases, because a label is JSON. */
export type LabelRow = {
  readonly id: "money" | "outside" | "private" | "undo" | "asked" | "limits";
  /** At most 13 characters. */
  readonly name: string;
  /** Plain text, at most 90 characters but for names of permissions. */
  readonly text: string;
  /** How much of it there is: money that moves, as well as questions that are asked. */
  readonly tone: "none" | "some" | "much";
  /** Whether the row tells of a risk, or of what protects from it. */
  readonly kind: "risk" | "protection";
};

/** What a reviewer or approver has to know of a tool, in two seconds. */
export type SafetyLabel = {
  /** What a call does, and after which question. */
  readonly sentence: string;
  /** Always all six, in the order of the ids. */
  readonly rows: readonly LabelRow[];
};

/**
 * Returns the safety label of a tool, from its contract alone. The label of a refined tool holds for
 * all its calls: the risks are those without a refinement, which may only be milder, and the person
 * is asked as `personAsked` says; for each branch alone see `labelBranches`.
 */
export function safetyLabel(tool: ToolContract): SafetyLabel {
  return {
    sentence: sentenceOf(tool),
    rows: [
      { id: "money", name: "Money", kind: "risk", ...moneyRow(tool) },
      { id: "outside", name: "Outsiders", kind: "risk", ...outsideRow(tool) },
      { id: "private", name: "Private data", kind: "risk", ...privateRow(tool) },
      { id: "undo", name: "Undo", kind: "risk", ...undoRow(tool) },
      { id: "asked", name: "Who is asked", kind: "protection", ...askedRow(tool) },
      { id: "limits", name: "Log-in, limit", kind: "protection", ...limitsRow(tool) },
    ],
  };
}

const longestText = 90;

type Fact = Pick<LabelRow, "text" | "tone">;

const unclassified: Fact = { text: "Unknown: an effect is unclassified", tone: "much" };

function isUnclassified({ sideEffects }: ToolContract): boolean {
  return sideEffects.some(({ kind }) => kind === "unclassified");
}

function moneyRow(tool: ToolContract): Fact {
  const moves = does(tool.sideEffects.filter(movesMoney));
  if (tool.sideEffects.some(movesMoney)) return { text: upperFirst(moves.join(" and ")), tone: "much" };
  return isUnclassified(tool) ? unclassified : { text: "No money moves", tone: "none" };
}

/** Nobody calls it: its rows say what it would do. */
const isClosed = ({ riskLevel, people }: ToolContract): boolean => riskLevel === "forbidden" && !people;

function outsideRow(tool: ToolContract): Fact {
  const { sideEffects } = tool;
  const isRead = flowOf(tool).returnsUntrusted;
  const read = isRead ? `; ${isFlowAssumed(tool) ? "may return" : "returns"} their text` : "";
  const external = sideEffects.filter((effect) => effect.external);
  if (external.some(({ kind }) => kind === "sends")) return { text: `Sends to them${read}`, tone: "much" };
  if (isUnclassified(tool)) return unclassified;
  if (external.length > 0)
    return { text: isRead ? `Acts outside${read}` : "Acts outside the system", tone: "much" };
  // A contract does not say whom a grant is for.
  const reached = sideEffects.some(({ kind }) => kind === "grants") ? "May be given access" : "Not reached";
  return { text: `${reached}${read}`, tone: isRead || reached !== "Not reached" ? "some" : "none" };
}

function privateRow(tool: ToolContract): Fact {
  const { readsPrivate, sendsOut } = flowOf(tool);
  const out = sendsOut ? "; can send data out" : "";
  if (!readsPrivate) return { text: `Returns none${out}`, tone: sendsOut ? "some" : "none" };
  if (isFlowAssumed(tool))
    return { text: `Not ruled out, so counted as yes${out}`, tone: sendsOut ? "much" : "some" };
  const caller = tool.riskLevel !== "forbidden" ? "the agent" : tool.people ? "the person" : "the caller";
  return sendsOut
    ? { text: "Reads it, and sends data out", tone: "much" }
    : { text: `Returned to ${caller}`, tone: "some" };
}

function undoRow({ sideEffects }: ToolContract): Fact {
  if (sideEffects.length === 0) return { text: "Nothing to undo", tone: "none" };
  if (sideEffects.every(({ reversible }) => reversible)) return { text: "Can be undone", tone: "some" };
  if (!sideEffects.some(({ reversible }) => reversible)) return { text: "Cannot be undone", tone: "much" };
  const lasting = sideEffects.filter(({ reversible }) => !reversible);
  const [grants, others] = [true, false].map((is) =>
    lasting.filter(({ kind }) => (kind === "grants") === is),
  );
  // An access can be ended, and what it was used for stays.
  const parts = [
    ...(others?.length ? [`what it ${does(others).join(" and ")}`] : []),
    ...(grants?.length ? ["uses of the access"] : []),
  ];
  const text = `Cannot undo ${parts.join(", or ")}`;
  return { text: text.length > longestText ? "Some of it cannot be undone" : text, tone: "much" };
}

const tones: Readonly<Record<Asked, LabelRow["tone"]>> = { never: "none", sometimes: "some", always: "much" };
const often = { never: "", sometimes: " for some calls", always: " every time" } as const;

function askedRow(tool: ToolContract): Fact {
  if (tool.riskLevel === "forbidden")
    return {
      text: tool.people ? "No agent may; people call it" : "Nobody: no call is possible",
      tone: "much",
    };
  const { server, test, live } = personAsked(tool);
  const tone = tones[server];
  if (live === server && test === server)
    return server === "never"
      ? {
          text: flowOf(tool).sendsOut ? "Server asks nobody; guard sometimes" : "Nobody",
          tone,
        }
      : { text: `Server asks${often[server]}: ${approverOf(tool)}`, tone };
  const guard = test !== live ? "in live" : live === "always" ? "always" : "sometimes";
  const asks = server === "never" ? "asks nobody" : `asks sometimes: ${approverOf(tool)}`;
  return { text: `Server ${asks}; guard ${guard}`, tone: server === "never" ? "none" : "some" };
}

/** Whoever decides, as far as the contract says. */
function approverOf(tool: ToolContract): string {
  const { approver, approvers, by, isFromStated, permissions } = approvalTerms(tool);
  const others = approver === "other" ? "somebody else" : "anybody";
  const who = approvers > 1 ? whoApproves(tool) : others;
  const operator = by === "here" || approvers > 1 ? "" : ", or an operator";
  const early = mayStand(tool) ? "; or a standing approval" : "";
  if (isFromStated) return `${who} with ${permissions.join(", ")}${operator}${early}`;
  return `${who === "anybody" ? `the user${operator}` : who}${early}`;
}

function whoApproves(tool: ToolContract): string {
  const { approver, approvers } = approvalTerms(tool);
  const many = approvers > 1;
  if (approver === "other") return many ? `${approvers} others` : "another person";
  return many ? `${approvers} people` : "a person";
}

/** Private data without a limit is a risk: an agent may take all of it. */
function limitsRow(tool: ToolContract): Fact & Partial<Pick<LabelRow, "kind">> {
  if (isClosed(tool)) return { text: "None needed: no call is possible", tone: "much" };
  const { budget, rateLimit } = tool;
  const logIn = demandedLogIn(tool);
  const isLimited = budget !== undefined || rateLimit !== undefined;
  const said = (isWhole: boolean): string => `${logInOf(tool, isWhole)}; ${limitOf(tool, isWhole)}`;
  const text = said(said(true).length <= longestText);
  if (!isLimited && flowOf(tool).readsPrivate) return { text, tone: "some", kind: "risk" };
  const tone = logIn && isLimited && logIn.kind !== "when" ? "much" : "some";
  return { text, tone: logIn || isLimited ? tone : "none" };
}

/** With its level and a simple condition, if the text may be whole. */
function logInOf(tool: ToolContract, isWhole: boolean): string {
  const logIn = demandedLogIn(tool);
  if (!logIn) return "No fresh log-in";
  const { acr = "" } = logIn;
  const age = stepUpAgeMs(logIn);
  const within = age === Infinity ? "" : ` within ${timeSpan(age)}`;
  const level = acr && !isWhole ? "Stronger log-in" : `Log-in${acr && ` with ${acr}`}`;
  if (logIn.kind === "always") return `${level}${within}`;
  const words = isWhole ? conditionWords(logIn.condition, tool) : undefined;
  return `${level}${within} ${words === undefined ? "sometimes" : `when ${words}`}`;
}

/** The count of calls and the sum of a number. */
function limitOf(tool: ToolContract, isWhole: boolean): string {
  const { budget, rateLimit } = tool;
  const calls = rateLimit && `${rateLimit.limit} ${perSpan(rateLimit.perMs)}`;
  const sum = budget && (isWhole ? sumOf(budget, tool) : "sum limited");
  return [calls, sum].filter((each) => each !== undefined).join(", ") || "no limit of calls";
}

function sumOf({ of, limit, everyMs, unit }: Budget, tool: ToolContract): string {
  const name = budgetPath(of).join(".");
  const each = unit === undefined ? undefined : moneyOfEach(limit, name, tool);
  if (each !== undefined) return `${each} of each currency ${perSpan(everyMs)}`;
  return `${moneyText(limit, name, tool) ?? `${numberText(limit)} of ${name}`} ${perSpan(everyMs)}`;
}

/** `an hour`, `a day`, `in 90 seconds`. */
function perSpan(ms: number): string {
  const [count, unit = ""] = timeSpan(ms).split(" ");
  if (count !== "1") return `in ${count} ${unit}`;
  return `${unit === "hour" ? "an" : "a"} ${unit}`;
}

function sentenceOf(tool: ToolContract): string {
  if (isClosed(tool)) return "Nobody can find it or call it; the rows say what it would do.";
  if (tool.riskLevel === "forbidden") return "Closed to agents: none can find it or call it.";
  const [last = "", ...before] = does(tool.sideEffects).toReversed();
  const list = before.length === 0 ? last : `${before.toReversed().join(", ")} and ${last}`;
  const steps = tool.hints.agencyHint === true ? ", in steps of its own" : "";
  return `${upperFirst(list)}${steps}; ${serverSentence(tool)}.`;
}

function serverSentence(tool: ToolContract): string {
  const { server } = personAsked(tool);
  if (server === "never") return "the server asks nobody";
  const mayBeMilder = (tool.refinements ?? []).length > 0;
  const phrase = !mayBeMilder && asksForPhrase(tool) ? " for a phrase" : "";
  return `the server asks ${whoApproves(tool)}${phrase}${often[server]}`;
}
