import { printers } from "@proviso/compiler/print";
import { exitCodes } from "../exit-codes.ts";
import { ownVersion } from "../own-version.ts";
import { compileProject } from "../project/compile-project.ts";
import { findProject } from "../project/find-project.ts";
import { readProject } from "../project/read-project.ts";
import { countOf } from "../terminal/count.ts";
import { hasErrors, printFindings } from "../terminal/findings.ts";
import { configOption } from "./command.ts";
import type { Command } from "./command.ts";

const [human] = printers;

export const check: Command = {
  name: "check",
  summary: "Check the contracts and write nothing.",
  args: {
    config: configOption,
    format: {
      type: "enum",
      options: printers.map(({ name }) => name),
      default: human.name,
      description: `How to print findings: ${printers.map(({ name, summary }) => `${name} (${summary})`).join(", ")}.`,
    },
  },
  async run(options, host) {
    const project = await readProject(await findProject(host.cwd, options.config));
    const { model, diagnostics } = compileProject(project);
    const ok = !hasErrors(diagnostics);
    const printer = printers.find(({ name }) => name === options.format) ?? human;
    if (printer === human) {
      const tools = (model?.domains ?? []).reduce((sum, domain) => sum + domain.tools.length, 0);
      printFindings(diagnostics, project.texts, host);
      const [first] = diagnostics;
      if (first) host.err(`\n\`proviso explain ${first.code}\` says more`);
      if (ok)
        host.out(`${countOf(tools, "tool")} in ${countOf(project.contracts.length, "contract")}: no errors`);
    } else {
      const text = printer.print(diagnostics, project.texts, { version: ownVersion });
      if (text !== "") host.out(text.trimEnd());
    }
    return ok ? exitCodes.clean : exitCodes.findings;
  },
};
