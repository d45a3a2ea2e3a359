import type { NameMap, ToolModel } from "@proviso/compiler";
import {
  approverLeeway,
  approverText,
  type Asked,
  asksForPhrase,
  demandedLogIn,
  type DemandedLogIn,
  effectiveContract,
  exceptionOf,
  type FailureMode,
  flowOf,
  isFlowAssumed,
  movesMoney,
  personAsked,
  reasonWithoutLogIn,
  type SideEffect,
  type ToolContract,
  wireName,
  type WireNames,
} from "@proviso/manifest";
import type { ProjectOutline } from "../../naming/project-outline.ts";
import type { TemplateView } from "../../templates/view.ts";
import {
  dryRunSentence,
  duration,
  budgetSentence,
  conditionPhrase,
  exceptionPhrase,
  rateSentence,
  repeatSentence,
  retryPhrase,
  stepUpSentence,
} from "./describe.ts";
import { code, joined, link, type Markdown, phrase, text } from "../../text/markdown.ts";
import { failurePage, permissionPage, relativePath, safetyPage, toolPage } from "./page-paths.ts";

/** What the rows of a tool say of other contracts. */
type RowNames = Pick<ProjectOutline, "permissions" | "reconciled"> & { readonly wireNames: WireNames };

const lineBreak = "<br>";

/**
 * A contract in words, row by row: a table of what holds for all calls, and, for a refined tool, one
 * for each branch with the rows in which they differ. The order is that of `labelBranches`.
 */
export function contractTables(tool: ToolModel, names: RowNames, page: string): readonly TemplateView[] {
  const refinements = tool.refinements ?? [];
  const variants = [...refinements.map((each) => effectiveContract(tool, each)), tool];
  const rows = contractQuestions(tool, names, page).map(({ name, answer }) => ({
    name,
    cells: variants.map((variant) => answer({ ...variant, refinements: [] })),
  }));
  const [common, varied] = [false, true].map((is) =>
    rows.filter(({ cells }) => new Set(cells).size > 1 === is),
  );
  const tableOf = (about: Markdown, of: typeof rows = [], at = 0): TemplateView => ({
    about,
    rows: of.flatMap(({ name, cells }) => (cells[at] ? [{ name, cell: cells[at] }] : [])),
  });
  const name = wireName(tool, names.wireNames);
  const called = name === tool.name ? code(name) : phrase`${code(tool.name)}, over MCP ${code(name)}`;
  const branches = refinements.length === 0 ? [] : branchHeads(tool);
  return [tableOf(called, common), ...branches.map((head, at) => tableOf(head, varied, at))];
}

/** What the calls of each branch have in common, in the order of `labelBranches`. */
export function branchHeads(tool: ToolContract): readonly Markdown[] {
  const { refinements = [], riskLevel } = tool;
  if (refinements.length === 0 || riskLevel === "forbidden") return [phrase`Every call`];
  return [
    ...refinements.map(({ when }) => phrase`If ${conditionPhrase(when, tool)}`),
    phrase`All other calls`,
  ];
}

interface ContractQuestion {
  readonly name: Markdown;
  /** Empty if there is nothing to say. */
  readonly answer: (variant: ToolContract) => Markdown;
}

/** The order in which a reviewer asks: can, asks, changes, fails. */
function contractQuestions(
  tool: ToolModel,
  { permissions, reconciled }: RowNames,
  page: string,
): readonly ContractQuestion[] {
  const nothing = phrase``;
  return [
    { name: phrase`Exception`, answer: exceptionCell },
    { name: phrase`Level`, answer: (variant) => levelCell(variant, tool, page) },
    { name: phrase`Can call it`, answer: (variant) => callersCell(variant, permissions, page) },
    { name: phrase`Returns and sends`, answer: dataCell },
    { name: phrase`Asks`, answer: asksCell },
    {
      name: phrase`Must have signed in`,
      answer: (variant) =>
        reasonWithoutLogIn(variant) === undefined && !demandedLogIn(variant) && !isSteppedUp(tool)
          ? nothing
          : phrase`${stepUpSentence(variant)}${withoutWorkflows(demandedLogIn(variant))}`,
    },
    { name: phrase`Changes`, answer: ({ sideEffects }) => changesCell(sideEffects) },
    { name: phrase`If called twice`, answer: repeatSentence },
    { name: phrase`Finds out`, answer: ({ name }) => reconciledCell(reconciled.get(name) ?? [], page) },
    { name: phrase`Dry run`, answer: (variant) => (tool.dryRun ? dryRunSentence(variant) : nothing) },
    { name: phrase`Limits`, answer: limitsCell },
  ];
}

/** The tools of which the server asks this one before it says that an outcome is unknown. */
function reconciledCell(names: readonly string[], page: string): Markdown {
  if (names.length === 0) return phrase``;
  const tools = names.map((name) => {
    const domain = name.slice(0, name.indexOf("."));
    return link(code(name), relativePath(page, toolPage({ name, domain })));
  });
  return phrase`The server asks it before it says that an outcome of ${joined(tools, ", ")} is unknown.`;
}

/** A workflow runs without a person, and only a person can sign in. */
function withoutWorkflows(logIn: DemandedLogIn | undefined): Markdown {
  if (!logIn) return phrase``;
  return phrase` No workflow can make ${text(logIn.kind === "always" ? "a call" : "such a call")}, because a program cannot sign in.`;
}

/** Whether it wants a stronger log-in for some call. */
function isSteppedUp(tool: ToolContract): boolean {
  return [tool, ...(tool.refinements ?? [])].some((each) => demandedLogIn(each) !== undefined);
}

function limitsCell(tool: ToolContract): Markdown {
  const { budget, sideEffects, timeoutMs } = tool;
  const rate = rateSentence(tool);
  const calls = rate === "none" ? phrase`No limit of calls` : rate;
  const uncounted = sideEffects.some(movesMoney) ? phrase`No budget: sums are not counted. ` : phrase``;
  const sums = budget ? phrase`${budgetSentence(budget, tool)}. ` : uncounted;
  return phrase`${calls}. ${sums}A call may take ${duration(timeoutMs)}.`;
}

/** A variant has the reason of its tool, unless it states one. */
function levelCell({ riskLevel, riskReason }: ToolContract, tool: ToolModel, page: string): Markdown {
  const level = phrase`[**${text(riskLevel)}**](${relativePath(page, safetyPage(riskLevel)) as Markdown})`;
  const isStated =
    riskReason !== undefined && (riskLevel === tool.riskLevel || riskReason !== tool.riskReason);
  return isStated ? phrase`${level}. Why not riskier: ${text(riskReason)}` : level;
}

/** The one way around the risk law, so it stands first. */
function exceptionCell(tool: ToolContract): Markdown {
  const exception = exceptionOf(tool);
  return exception ? phrase`**The server asks nobody** up to ${exceptionPhrase(exception, tool)}` : phrase``;
}

const howOften: Readonly<Record<Asked, Markdown>> = {
  never: phrase`asks nobody`,
  sometimes: phrase`asks a person for some calls`,
  always: phrase`asks a person, every time`,
};

function asksCell(tool: ToolContract): Markdown {
  const { server, test, live } = personAsked(tool);
  const { confirmation } = tool;
  const serverAsks =
    server === "sometimes" && confirmation.kind === "when"
      ? phrase`asks a person when ${conditionPhrase(confirmation.condition, tool)}, or when that cannot be evaluated`
      : howOften[server];
  const approvers = server === "never" ? "" : approverText(confirmation);
  const leeway = server === "never" ? "" : approverLeeway(confirmation);
  const isGuardStricter = live !== server || test !== server;
  const inTest =
    test === server || test === live
      ? phrase``
      : phrase`In test the client's default guard ${howOften[test]}. `;
  const where = test === live ? phrase`The` : phrase`In live the`;
  return joined(
    [
      phrase`The server ${serverAsks}.`,
      ...(isGuardStricter ? [phrase`${inTest}${where} client's default guard ${howOften[live]}.`] : []),
      ...(asksForPhrase(tool) && server !== "never"
        ? [phrase`The person types a phrase that names the call.`]
        : []),
      ...(approvers === "" ? [] : [phrase`Each call is approved ${text(approvers)}.`]),
      ...(leeway === "" ? [] : [phrase`In the inbox an approver may ${text(leeway)}.`]),
      ...(flowOf(tool).sendsOut && server !== "always"
        ? [phrase`The guard also asks after the session has seen private data and text of outsiders.`]
        : []),
    ],
    " ",
  );
}

/** Each effect, and whether it can be undone. */
export function changesCell(effects: readonly SideEffect[]): Markdown {
  if (effects.length === 0) return phrase`Nothing: it only reads.`;
  return joined(
    effects.map(({ kind, description, reversible, external }) => {
      const undo = reversible ? phrase`Can be undone.` : phrase`Cannot be undone.`;
      const leaves = external ? phrase` Leaves the system.` : phrase``;
      return phrase`**${text(kind)}**: ${text(description)} ${undo}${leaves}`;
    }),
    lineBreak,
  );
}

export function dataCell(tool: ToolContract): Markdown {
  const { dryRun } = tool;
  const { readsPrivate, returnsUntrusted, sendsOut } = flowOf(tool);
  const all = readsPrivate && returnsUntrusted && sendsOut;
  if (isFlowAssumed(tool))
    return phrase`${sendsOut ? phrase`Can send data out of the system. ` : phrase``}The contract rules out neither private data nor text that outsiders may have written, so both count as yes.`;
  return joined(
    [
      readsPrivate
        ? phrase`${text(sendsOut ? "Reads" : "Returns")} private data${text(dryRun ? ", or shows it in its plan." : ".")}`
        : phrase`Returns no private data${text(dryRun ? ", and shows none in its plan." : ".")}`,
      ...(returnsUntrusted ? [phrase`Returns text that outsiders may have written.`] : []),
      ...(sendsOut ? [phrase`Can send data out of the system.`] : []),
      ...(all
        ? [phrase`**All three at once:** text from outsiders could steer an agent to send private data out.`]
        : []),
    ],
    " ",
  );
}

function callersCell(
  { permissions, requirements }: ToolContract,
  meanings: NameMap<string>,
  page: string,
): Markdown {
  const held = permissions.map(
    (name) =>
      phrase`${link(code(name), relativePath(page, permissionPage(name)))}: ${text(meanings.get(name) ?? "")}`,
  );
  const [anybody, all] = [phrase`Everybody: no permission is needed.`, phrase`Callers with all of:`];
  return joined(
    [
      ...(permissions.length === 0 ? [anybody] : permissions.length === 1 ? [] : [all]),
      ...held,
      ...(requirements.length > 0 ? [phrase`Required first: ${joined(requirements.map(code), ", ")}.`] : []),
    ],
    lineBreak,
  );
}

/** The failures that the contract itself declares. */
export function failuresCell(failureModes: readonly FailureMode[], page: string): Markdown {
  const own = failureModes.filter(({ implied }) => !implied);
  if (own.length === 0) return phrase`In no way of its own.`;
  const lines = own.map(
    (mode) => phrase`${failureLink(mode, page)}: ${text(mode.description)} *${retryPhrase(mode.retry)}*`,
  );
  return joined(lines, lineBreak);
}

/** The failures that follow from other fields of the contract. */
export function impliedFailuresCell(failureModes: readonly FailureMode[], page: string): Markdown {
  const implied = Map.groupBy(
    failureModes.filter((mode) => mode.implied),
    ({ retry }) => retry,
  );
  const lines = [...implied].map(
    ([retry, modes]) =>
      phrase`*${retryPhrase(retry)}*: ${joined(
        modes.map((mode) => failureLink(mode, page)),
        ", ",
      )}`,
  );
  return joined(lines, lineBreak);
}

function failureLink({ code: name }: FailureMode, page: string): Markdown {
  return link(code(name), relativePath(page, failurePage(name)));
}
