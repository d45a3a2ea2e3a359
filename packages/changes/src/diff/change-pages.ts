import { changeRules } from "./change-rules.ts";
import type { ChangeRule } from "./facts/change-rule.ts";
import { changeKinds } from "./change-kinds.ts";
import { unlistedId, unlistedPage } from "./unlisted-fields.ts";
import { changePage, kindsTable } from "./change-page.ts";

/** A page of the site about changes: the first is about all rules, the others about one each. */
export interface ChangePage {
  /** `changes`, or `changes/RULE`. */
  readonly id: string;
  readonly markdown: string;
}

export function changePages(): readonly ChangePage[] {
  const pages = changeRules.map((rule) => ({ id: `changes/${rule.name}`, markdown: changePage(rule) }));
  const unlisted = { id: `changes/${unlistedId}`, markdown: unlistedPage };
  return [{ id: "changes", markdown: overview() }, ...pages, unlisted];
}

/** The page of the rule with this name, or that finds changes of this id; undefined if none. */
export function explainChange(name: string): string | undefined {
  const rule = changeRules.find((each) => each.name === name || Object.hasOwn(each.kinds, name));
  if (rule) return changePage(rule);
  return name === unlistedId ? unlistedPage : undefined;
}

function overview(): string {
  const scopes: Readonly<Record<ChangeRule["scope"], string>> = {
    tool: "Tools and their names",
    clause: "Clauses of a tool",
    product: "The product",
  };
  const tables = (["tool", "clause", "product"] as const).map((scope) =>
    [`### ${scopes[scope]}`, ...listOf(changeRules.filter((rule) => rule.scope === scope))].join("\n\n"),
  );
  return `${[introduction, ...tables, everyKind()].join("\n\n")}\n`;
}

function everyKind(): string {
  const rows = changeKinds.map((kind) => [`[\`${kind.id}\`](/changes/${kind.page}/)`, kind] as const);
  return `## Every id\n\n${kindsTable(rows)}`;
}

function listOf(rules: readonly ChangeRule[]): readonly string[] {
  const rows = rules.map(
    ({ name, summary, kinds }) =>
      `| [${name}](/changes/${name}/) | ${summary} | ${Object.keys(kinds)
        .map((id) => `\`${id}\``)
        .join(" ")} |`,
  );
  return [["| rule | compares | ids |", "| --- | --- | --- |", ...rows].join("\n")];
}

const introduction = `# What a change means

\`proviso diff\` compares two states of the same contracts. Each change has an id, the place in the contract, the values before and after, and three verdicts. An id always has the same verdicts and never changes its meaning. What changed in the sample since it was signed is in its [review packs](/review/).

| verdict | values | about |
| --- | --- | --- |
| callers | \`breaking\`, \`dangerous\`, \`safe\` | Code that calls the tool. \`breaking\`: a call that was right is refused, or returns what the contract excluded. \`dangerous\`: it may behave otherwise. |
| safety | \`loosened\`, \`tightened\`, \`unchanged\` | What the contract protects. \`loosened\`: the tool is, or may be, less strict. |
| model | \`changed\`, \`unchanged\` | Whether a model reads something else: names, titles, descriptions, schemas, hints. |

\`proviso diff\` and review packs write \`read by models\` for \`changed\`. \`read by people who approve a call\` marks a text that their question shows; it is no verdict.

## How changes are judged

- **What cannot be decided is never safe.** Conditions are compared by their bounds, values and parts. If two conditions, patterns or schemas differ and neither is known to be stricter, the change is \`dangerous\` and \`loosened\`, in both directions.
- **Every rule is symmetric.** Whoever weakens a clause and whoever strengthens it are both judged, by the same rule.
- **Inputs and outputs are opposite.** A tool that accepts more is safe for callers; one that returns more breaks them, because a guard checks results against the contract it knows. Both are \`loosened\`.
- **A new optional argument is a new ability,** like a new tool, and \`unchanged\` for safety: what the contract said of other arguments still holds. Where a condition decides by the arguments and does not name the new one, it is \`loosened\`: what the condition looks for may be given there. If an argument disappears from the same object and the new one has another schema, it is \`loosened\`, because what was checked of the former may not be checked of the new one.
- **Side effects are judged by what the checks do with them.** An effect that is no longer declared is \`loosened\`: whether the handler still has it is not visible, and fewer people are asked. One that is newly declared is \`tightened\`: more checks apply. That the tool does more is \`dangerous\` for callers, and for reviewers to decide.
- **A failure mode is a promise to refuse.** One that is gone is \`loosened\`; a new one is \`tightened\`, and \`dangerous\` for callers that handle only the known ones. Implied failure modes are not told again.
- **Monitoring and ownership count.** Another audit event is \`loosened\`, because alerts for the former name no longer fire; so is a tool without an owner.
- **A new tool is never loosened,** for there is nothing to compare it with. To stop at each, use \`--fail-on tool-added\`. \`proviso lock\` compares it with the tools that it is like.
- **Texts decide nothing.** Titles, descriptions, examples, \`category\` and \`metadata\` are \`unchanged\` for safety. Where people decide by a text, such as the description of an effect that they approve, the change says who reads it. The author's own \`_meta\` counts as \`loosened\`: hosts decide by it, and nobody can say how.
- **A renamed tool is one change,** found by its contents, and its other changes are listed beside it. It cannot hide what was loosened.
- **Refinements are compared one by one,** by their conditions. The first condition that is true applies, so another order counts as \`loosened\`.

## The rules`;
