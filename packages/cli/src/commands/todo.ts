import { type OpenTool, openQuestions } from "@proviso/compiler/import";
import { findProject } from "../disk/find-project.ts";
import { lookAtDisk } from "../incremental/stamped-disk.ts";
import { compileProject } from "../project/compile-project.ts";
import { readProject } from "../project/read-project.ts";
import { countOf } from "../terminal/count.ts";
import { exitCodes } from "@proviso/terminal";
import { hasErrors, printInstead } from "../terminal/findings.ts";
import type { CliHost } from "../terminal/host.ts";
import { sayNext } from "../install/say-next.ts";
import { configOption, jsonOption } from "./command.ts";
import type { Command } from "./command.ts";

export const todo: Command = {
  name: "todo",
  summary: "List what contracts leave open, tool by tool, the most dangerous first.",
  args: { config: configOption, json: jsonOption },
  async run({ config, json }, host) {
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
    if (json) host.out(JSON.stringify({ tools }, null, 2));
    else printQuestions(tools, place.root, host);
    return exitCodes.clean;
  },
};

function printQuestions(tools: readonly OpenTool[], root: string, host: CliHost): void {
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
  const [first] = tools;
  sayNext(host, root, first ? `decide them in ${first.file}, then \`proviso check\`` : "`proviso generate`");
}
