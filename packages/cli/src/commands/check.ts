import type { CompileResult } from "@proviso/compiler";
import { isClean, printers } from "@proviso/compiler/print";
import type { Printer } from "@proviso/compiler/print";
import { exitCodes } from "../exit-codes.ts";
import { ownVersion } from "../own-version.ts";
import { compileProject } from "../project/compile-project.ts";
import { findProject } from "../project/find-project.ts";
import { fixProject } from "../project/fix-project.ts";
import { folderInRepository } from "../project/folder-in-repository.ts";
import { readProject } from "../project/read-project.ts";
import type { Project } from "../project/read-project.ts";
import { countOf } from "../terminal/count.ts";
import { printFindings, printFixes } from "../terminal/findings.ts";
import type { Host } from "../terminal/host.ts";
import { configOption } from "./command.ts";
import type { Command } from "./command.ts";

const [human] = printers;

export const check: Command = {
  name: "check",
  summary: "Check the contracts and write nothing, except with --fix.",
  args: {
    config: configOption,
    fix: {
      type: "boolean",
      description: "Put right in the contracts what has a certain remedy, and show what is left.",
    },
    format: {
      type: "enum",
      options: printers.map(({ name }) => name),
      default: human.name,
      description: `How to print findings: ${printers.map(({ name, summary }) => `${name} (${summary})`).join(", ")}.`,
    },
  },
  async run(options, host) {
    const project = await readProject(await findProject(host.cwd, options.config));
    const result = options.fix ? await fixProject(project) : compileProject(project);
    const printer = printers.find(({ name }) => name === options.format) ?? human;
    if (printer === human) printForPeople(result, project, host);
    else await printForMachines(result, project, printer, host);
    return isClean(result.diagnostics) ? exitCodes.clean : exitCodes.findings;
  },
};

/** What a run with `--fix` has more than one without. */
type Checked = CompileResult & Partial<Awaited<ReturnType<typeof fixProject>>>;

/** With the texts as they are now. */
function textsOf({ texts }: Project, { sources = [] }: Checked): Project["texts"] {
  return texts.map((text) => sources.find(({ path }) => path === text.path) ?? text);
}

function printForPeople(result: Checked, project: Project, host: Host): void {
  const { model, diagnostics, fixed = [] } = result;
  const tools = (model?.domains ?? []).reduce((sum, domain) => sum + domain.tools.length, 0);
  printFixes(fixed, host);
  printFindings(diagnostics, textsOf(project, result), host);
  const [first] = diagnostics;
  if (first) host.err(`\n\`proviso explain ${first.code}\` says more`);
  if (isClean(diagnostics))
    host.out(`${countOf(tools, "tool")} in ${countOf(project.contracts.length, "contract")}: no errors`);
}

async function printForMachines(
  result: Checked,
  project: Project,
  printer: Printer,
  host: Host,
): Promise<void> {
  const { diagnostics, fixed } = result;
  const { describe } = await import("../explain/explain.ts");
  const folder = await folderInRepository(project.root);
  const options = { version: ownVersion, describe, folder, ...(fixed ? { fixed } : {}) };
  const text = printer.print(diagnostics, textsOf(project, result), options);
  if (text !== "") host.out(text.trimEnd());
}
