import type { OpenTool, QuestionGroup } from "@proviso/compiler/import";
import { findProject } from "../disk/find-project.ts";
import { countOf } from "../terminal/count.ts";
import { type ExitCode, exitCodes, UsageError, flag, takes } from "@proviso/terminal";
import { printInstead } from "./print-instead.ts";
import type { CliHost } from "../terminal/host.ts";
import { sayNext } from "../install/say-next.ts";
import type { TodoSession } from "../todo/todo-session.ts";
import { type Command, configOption, jsonOption } from "./command.ts";

export const todo: Command = {
  name: "todo",
  summary:
    "Decide what imported contracts leave open, many tools with one answer; without a terminal, list it.",
  args: {
    accept: takes(
      "group",
      "Accept the question of this group for all of its tools, and ask nothing; several groups with commas, or the option again. With --dry-run, show what that would write.",
    ),
    "dry-run": flag("Decide nothing: list the open questions, tool by tool, the most dangerous first."),
    config: configOption,
    json: jsonOption,
  },
  async run({ accepts = [], "dry-run": isDryRun = false, config, json }, host) {
    const { todoSession } = await import("../todo/todo-session.ts");
    const session = todoSession(() => findProject(host.cwd, config));
    const { project, errors, tools, groups } = await session.read();
    const { root, texts } = project;
    if (errors.length > 0)
      return printInstead({ diagnostics: errors, texts }, host, json, { root, command: "check" });
    const ids = accepts.flatMap((given) => given.split(","));
    if (ids.length > 0) return acceptByIds(session, { ids, groups, isDryRun }, host);
    if (json) host.out(JSON.stringify({ tools, groups }, null, 2));
    else if (host.ask && !isDryRun && groups.length > 0) {
      const { converse } = await import("../todo/converse.ts");
      await converse(session, host.ask, host);
    } else printQuestions(tools, groups, root, host);
    return exitCodes.clean;
  },
};

interface AcceptByIds {
  readonly ids: readonly string[];
  readonly groups: readonly QuestionGroup[];
  /** Shows what would be written, and writes nothing. */
  readonly isDryRun: boolean;
}

/** Accepts each group, or none if one is unknown. */
async function acceptByIds(
  session: TodoSession,
  { ids, groups, isDryRun }: AcceptByIds,
  host: CliHost,
): Promise<ExitCode> {
  const { acceptGroup, printChanges } = await import("../todo/converse.ts");
  const unknown = ids.find((id) => groups.every((each) => each.id !== id));
  if (unknown !== undefined)
    throw new UsageError(
      `no group of open questions is called \`${unknown}\`; \`proviso todo --json\` lists ${groups.length === 0 ? "none" : groups.map((each) => each.id).join(", ")}`,
    );
  let left = 0;
  for (const id of new Set(ids)) {
    const answer = isDryRun ? await session.preview(id) : await acceptGroup(session, id, host);
    if (answer) printChanges(answer.changes, host);
    left += answer?.left.length ?? 0;
  }
  return left > 0 ? exitCodes.findings : exitCodes.clean;
}

function printQuestions(
  tools: readonly OpenTool[],
  groups: readonly QuestionGroup[],
  root: string,
  host: CliHost,
): void {
  for (const { tool, riskLevel, file, line, questions } of tools) {
    host.out(`${tool}  (${riskLevel}, ${file}:${line})`);
    for (const { question } of questions) host.out(`  - ${question}`);
  }
  const count = tools.reduce((sum, { questions }) => sum + questions.length, 0);
  host.out(
    count === 0
      ? "nothing is left to decide"
      : `${countOf(count, "question")} about ${countOf(tools.length, "tool")}`,
  );
  for (const { id, question } of groups) host.out(`${id}: ${question}`);
  // Questions without a group have no answer at a terminal; each names its edit.
  const byHand = "answer these in the contracts, then `proviso check`";
  const step = groups.length > 0 ? "`proviso todo` at a terminal" : byHand;
  sayNext(host, root, tools.length > 0 ? step : "`proviso generate`");
}
