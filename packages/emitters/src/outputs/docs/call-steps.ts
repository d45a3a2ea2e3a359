import {
  approvalTerms,
  approverLeeway,
  approverText,
  asksForPhrase,
  demandedLogIn,
  effectiveContract,
  mayStand,
  personAsked,
  rulesOf,
  serverAsks,
  stageNames,
  type SideEffect,
  type StageName,
  type ToolContract,
} from "@proviso/manifest";
import { does } from "@proviso/manifest/label";
import {
  budgetSentence,
  conditionPhrase,
  duration,
  limitPhrase,
  rateSentence,
  stepUpSentence,
} from "./describe.ts";
import { code, joined, type Markdown, phrase, text } from "../../text/markdown.ts";

/** Who takes part in a call: the person, the agent's client, the server, and its handler. */
export type Party = "person" | "client" | "server" | "handler";

/** A step of a call, in the order of the pipeline. */
export interface CallStep {
  readonly from: Party;
  /** Itself, if it does something alone. */
  readonly to: Party;
  /** True if the step is not part of every call. */
  readonly isSometimes: boolean;
  /** Which stage of the server it shows, if it shows one. */
  readonly stage?: StageName;
  /** For a picture: a line, or a heading and what belongs to it. Contract text as it is written. */
  readonly lines: readonly string[];
  readonly sentence: Markdown;
}

/** The steps of one call that succeeds. */
export function callSteps(tool: ToolContract, name: string): readonly CallStep[] {
  return [
    ...guardAsking(tool),
    ...dryRunBefore(tool),
    step("client", "server", [name], phrase`The client calls ${code(name)}.`),
    ...stageNames.flatMap((stage) =>
      (stepsOfStages[stage]?.(tool) ?? []).map((each) => ({ ...each, stage })),
    ),
    resulting(tool),
  ];
}

const stepsOfStages: Readonly<Partial<Record<StageName, (tool: ToolContract) => readonly CallStep[]>>> = {
  authorize: checks,
  replay: repeated,
  limit: limiting,
  plan: planning,
  "step-up": logIn,
  confirm: serverAsking,
  execute: (tool) => [running(tool), ...findingOut(tool)],
};

function step(
  from: Party,
  to: Party,
  lines: readonly string[],
  sentence: Markdown,
  isSometimes = false,
): CallStep {
  return { from, to, lines, sentence, isSometimes };
}

function guardAsking(tool: ToolContract): readonly CallStep[] {
  const { server, test, live } = personAsked(tool);
  if (live === server && test === server) return [];
  const where = test === live ? "" : "in live, ";
  const often = live === "always" ? "" : " for some calls";
  const sentence = phrase`${text(where === "" ? "The" : "In live, the")} client's default guard asks a person${text(often)} before it sends the call.`;
  return [step("client", "person", [`${where}its guard asks${often}`], sentence, where + often !== "")];
}

function dryRunBefore({ dryRun }: ToolContract): readonly CallStep[] {
  if (dryRun?.mode !== "required") return [];
  const made = phrase`The client makes a dry run. Without one the call is refused.`;
  return [
    step("client", "server", ["a dry run"], made),
    step("server", "client", ["the plan"], phrase`It gets the plan. Nothing has changed.`),
  ];
}

function checks({ permissions, requirements }: ToolContract): readonly CallStep[] {
  const lines = ["checks", "the arguments", ...permissions, ...requirements];
  const checked = [
    phrase`the arguments`,
    ...(permissions.length > 0 ? [listed("permission", permissions)] : []),
    ...(requirements.length > 0 ? [listed("requirement", requirements)] : []),
  ];
  return [step("server", "server", lines, phrase`The server checks ${sentenceList(checked)}.`)];
}

function limiting(tool: ToolContract): readonly CallStep[] {
  const { budget, rateLimit } = tool;
  const limits = [
    ...(rateLimit
      ? [[`${rateLimit.limit} calls in ${duration(rateLimit.perMs)}`, rateSentence(tool)] as const]
      : []),
    ...(budget
      ? [
          [
            `${limitPhrase(budget, tool).replaceAll("`", "")} in ${duration(budget.everyMs)}`,
            budgetSentence(budget, tool),
          ] as const,
        ]
      : []),
  ];
  return limits.map(([line, rule]) => {
    const sentence = phrase`The server checks the limit of ${rule}.`;
    return step("server", "server", ["checks the limit", line], sentence);
  });
}

function listed(noun: string, names: readonly string[]): Markdown {
  return phrase`the ${text(names.length === 1 ? noun : `${noun}s`)} ${joined(names.map(code), ", ")}`;
}

function sentenceList(parts: readonly Markdown[]): Markdown {
  const last = parts.at(-1) ?? phrase``;
  return parts.length < 2 ? last : phrase`${joined(parts.slice(0, -1), ", ")} and ${last}`;
}

function repeated(tool: ToolContract): readonly CallStep[] {
  if (!tool.idempotency || tool.hints.readOnlyHint) return [];
  const condition = demandedLogIn(tool)
    ? phrase`, which the server gives only with the log-in below`
    : phrase``;
  const sentence = phrase`If the call is a repeated one, it ends here with the first outcome${condition}.`;
  return [step("server", "client", ["repeated: first outcome"], sentence, true)];
}

function planning({ dryRun }: ToolContract): readonly CallStep[] {
  const sentence = phrase`The handler plans what it would do. Nothing has changed yet.`;
  return dryRun ? [step("server", "handler", ["plan"], sentence)] : [];
}

function logIn(tool: ToolContract): readonly CallStep[] {
  const wanted = demandedLogIn(tool);
  if (!wanted) return [];
  const isRefined = tool.refinements?.some((each) => demandedLogIn(each)?.kind !== wanted.kind) ?? false;
  const isSometimes = wanted.kind === "when" || isRefined;
  const age = wanted.maxAgeMs === undefined ? "" : `at most ${duration(wanted.maxAgeMs)} old`;
  const isAwaited = serverAsks(tool) !== "never" && approvalTerms(tool).by !== "here";
  const waits = isAwaited ? phrase` With an inbox the call waits for it.` : phrase``;
  const kind = wanted.acr === undefined ? "fresh" : "stronger";
  const whose = phrase`The server wants a ${text(kind)} log-in of the user that the agent acts for.`;
  const sentence = phrase`${whose} ${stepUpSentence(tool)}${waits}`;
  const lines = ["checks the log-in", ...(age === "" ? [] : [age])];
  return [step("server", "server", lines, sentence, isSometimes)];
}

function serverAsking(tool: ToolContract): readonly CallStep[] {
  const { server } = personAsked(tool);
  if (server === "never") return [];
  const isSometimes = server === "sometimes";
  const { confirmation, dryRun } = tool;
  const isRefined = (tool.refinements ?? []).length > 0;
  const shown = dryRun ? phrase`the plan and every argument` : phrase`every argument`;
  const when =
    !isSometimes || isRefined || confirmation.kind !== "when"
      ? phrase`${text(isSometimes ? "For some calls the" : "The")} server asks a person`
      : phrase`If ${code(confirmation.condition)}, the server asks a person`;
  const leeway = approverLeeway(confirmation);
  const may = leeway === "" ? phrase`` : phrase` In the inbox an approver may ${text(leeway)}.`;
  const answer = asksForPhrase(tool) ? "types a phrase" : "yes";
  const answered = asksForPhrase(tool)
    ? phrase`The person types a phrase that names this call. No argument can answer for the person.`
    : phrase`The person says yes. No argument can answer for the person.`;
  const guarded = waitsInInbox(tool)
    ? phrase` The call waits in the inbox, for an hour by default; a yes in the client that calls does not count. After the approval the client makes the same call again.`
    : phrase`${answeredWhere(tool)}${isSometimes ? phrase`` : phrase` A client with the default guard has asked already, and passes the answer on.`}`;
  const beforehand = mayStand(tool)
    ? phrase` With an inbox, a standing approval can replace the question.`
    : phrase``;
  const asking = phrase`${when} and shows ${shown}. ${approvalSentence(tool)}${may}${guarded}${beforehand}`;
  const asks = isSometimes ? "asks, for some calls" : "asks, showing everything";
  return [
    step("server", "person", [asks], asking, isSometimes),
    step("person", "server", [answer], answered, isSometimes),
  ];
}

/** The contract's variants about which the server asks. */
function askedVariants(tool: ToolContract): readonly ToolContract[] {
  const variants = [...(tool.refinements ?? []).map((each) => effectiveContract(tool, each)), tool];
  return variants.filter((each) => serverAsks(each) !== "never");
}

/** Who has to agree. Where the contract states nothing, that is the user (`approvalTerms`), or an operator. */
function approvalSentence(tool: ToolContract): Markdown {
  const self = "by the user, or by an operator";
  const all = new Set(askedVariants(tool).map(({ confirmation }) => approverText(confirmation) || self));
  return all.size === 1 && all.has(self)
    ? phrase`The user that the agent acts for approves, or an operator, whose name nobody verifies: one yes is enough.`
    : phrase`Each call is approved ${text([...all].join(", or "))}.`;
}

/** Where the yes is given, which a contract that does not say `by` leaves to the host: `inboxFrom` of the inbox is `high` by default. */
function answeredWhere(tool: ToolContract): Markdown {
  const isHosts = askedVariants(tool).every(
    ({ confirmation, riskLevel }) =>
      rulesOf(confirmation).by === undefined && (riskLevel === "high" || riskLevel === "critical"),
  );
  return isHosts
    ? phrase` If the server has an inbox, the yes is given there by default; if not, in a form of the client, which could answer by itself.`
    : phrase``;
}

/** Whether every call about which the server asks is approved in the inbox, by the contract alone. */
function waitsInInbox(tool: ToolContract): boolean {
  const asked = askedVariants(tool);
  return asked.length > 0 && asked.every((each) => approvalTerms(each).by === "inbox");
}

/** Whether it is unknown what a call did that a crash cut off, and nothing finds it out. */
export function isLeftUnknown({ reconcile, sideEffects, steps = [] }: ToolContract): boolean {
  const isDoubtful = sideEffects.some(({ external, reversible }) => external || !reversible);
  return isDoubtful && reconcile === undefined && steps.length === 0;
}

function running(tool: ToolContract): CallStep {
  const { refinements = [], sideEffects, timeoutMs } = tool;
  const isAlways = refinements.every((each) => isLeftUnknown(effectiveContract(tool, each)));
  const crash = isLeftUnknown(tool)
    ? phrase` If the server dies meanwhile, the outcome ${text(isAlways ? "is" : "may be")} unknown (${code("outcome_unknown")}): nothing here can find it out, so look before a new call.`
    : phrase``;
  const words = does(sideEffects);
  const milder = refinements.filter((each) => String(does(each.sideEffects)) !== String(words));
  const inBranches = milder.map(
    (each) => phrase`; if ${conditionPhrase(each.when, tool)}: ${effectsPhrase(each.sideEffects)}`,
  );
  const sentence = phrase`The handler runs, for at most ${duration(timeoutMs)}. It ${effectsPhrase(sideEffects)}${joined(inBranches, "")}.${crash}`;
  // A refinement has no effect that the tool has not.
  return step("server", "handler", [...words, ...(milder.length > 0 ? ["or less"] : [])], sentence);
}

function effectsPhrase(effects: readonly SideEffect[]): Markdown {
  return sentenceList(does(effects).map((word) => text(word)));
}

function findingOut(tool: ToolContract): readonly CallStep[] {
  const reader = tool.reconcile;
  if (reader === undefined) return [];
  const sentence = phrase`If it is not known what the handler did, ${code(reader)} finds out: the server asks it before it says so.`;
  return [step("server", "handler", ["if unknown, asks", reader], sentence, true)];
}

function resulting({ auditEvent }: ToolContract): CallStep {
  const recorded = auditEvent === "" ? phrase`` : phrase`, and ${code(auditEvent)} is in the audit trail`;
  return step("server", "client", ["the result"], phrase`The client gets the result${recorded}.`);
}
