import { exitCodes } from "../exit-codes.ts";
import { compileProject } from "../project/compile-project.ts";
import { readProject } from "../project/read-project.ts";
import { countOf } from "../terminal/count.ts";
import { hasErrors, printFindings, toJsonFinding } from "../terminal/findings.ts";
import { configOption, jsonOption } from "./command.ts";
import type { Command } from "./command.ts";

export const check: Command = {
  name: "check",
  summary: "Check the contracts and write nothing.",
  args: { config: configOption, json: jsonOption },
  async run(options, host) {
    const project = await readProject(host.cwd, options.config);
    const { model, diagnostics } = compileProject(project);
    const ok = !hasErrors(diagnostics);
    const tools = (model?.domains ?? []).reduce((sum, domain) => sum + domain.tools.length, 0);
    if (options.json) {
      host.out(JSON.stringify({ ok, tools, diagnostics: diagnostics.map(toJsonFinding) }));
    } else {
      printFindings(diagnostics, project.texts, host);
      if (ok)
        host.out(`${countOf(tools, "tool")} in ${countOf(project.contracts.length, "contract")}: no errors`);
    }
    return ok ? exitCodes.clean : exitCodes.findings;
  },
};
