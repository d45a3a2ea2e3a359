import type { SourceText } from "@proviso/compiler";
import { type OpenTool, openQuestions, type QuestionGroup, questionGroups } from "@proviso/compiler/import";
import { importedTools } from "../import/import-record.ts";
import { findProject } from "../disk/find-project.ts";
import { lookAtDisk } from "../incremental/stamped-disk.ts";
import { compileProject } from "../project/compile-project.ts";
import { type Project, readProject } from "../project/read-project.ts";
import { countOf } from "../terminal/count.ts";
import { type ExitCode, exitCodes, UsageError } from "@proviso/terminal";
import { hasErrors, printInstead } from "../terminal/findings.ts";
import type { CliHost } from "../terminal/host.ts";
import { sayNext } from "../install/say-next.ts";
import { configOption, jsonOption } from "./command.ts";
import type { Command } from "./command.ts";

export const todo: Command = {
  name: "todo",
  summary:
    "Decide what imported contracts leave open, many tools with one answer; without a terminal, list it.",
  args: {
    accept: {
      type: "string",
      valueHint: "group",
      description: "Accept the question of this group for all of its tools, and ask nothing.",
    },
    "dry-run": {
      type: "boolean",
      description: "Decide nothing: list the open questions, tool by tool, the most dangerous first.",
    },
    config: configOption,
    json: jsonOption,
  },
  async run({ accept, "dry-run": isDryRun = false, config, json }, host) {
    const place = await findProject(host.cwd, config);
    const project = await readProject(place, lookAtDisk(place.root));
    const { model, diagnostics } = compileProject(project);
    if (!model || hasErrors(diagnostics)) {
      const errors = diagnostics.filter(({ severity }) => severity === "error");
      printInstead(errors, project.texts, host, json);
      if (!json) sayNext(host, place.root, "`proviso check`");
      return exitCodes.findings;
    }
    const tools = openQuestions(model, project.contracts);
    const imported = importedTools(place.root);
    const groups = questionGroups(model, project.contracts, imported);
    if (accept !== undefined) return acceptById(accept, { groups, project, root: place.root }, host);
    if (json) host.out(JSON.stringify({ tools, groups }, null, 2));
    else if (host.ask && !isDryRun && groups.length > 0) {
      const { converse } = await import("../todo/converse.ts");
      const groupsOf = (contracts: readonly SourceText[]): readonly QuestionGroup[] => {
        const now = compileProject({ ...project, contracts }).model;
        return now ? questionGroups(now, contracts, imported) : [];
      };
      await converse({ root: place.root, contracts: project.contracts, groupsOf }, host.ask, host);
    } else printQuestions(tools, groups, place.root, host);
    return exitCodes.clean;
  },
};

async function acceptById(
  id: string,
  {
    groups,
    project,
    root,
  }: { readonly groups: readonly QuestionGroup[]; readonly project: Project; readonly root: string },
  host: CliHost,
): Promise<ExitCode> {
  const group = groups.find((each) => each.id === id);
  if (!group)
    throw new UsageError(
      `no group of open questions is called \`${id}\`; \`proviso todo --json\` lists ${groups.length === 0 ? "none" : groups.map((each) => each.id).join(", ")}`,
    );
  const { acceptGroup } = await import("../todo/converse.ts");
  const { left } = acceptGroup(root, project.contracts, group, host);
  return left.length > 0 ? exitCodes.findings : exitCodes.clean;
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
  const [first] = tools;
  sayNext(host, root, first ? `decide them in ${first.file}, then \`proviso check\`` : "`proviso generate`");
}
