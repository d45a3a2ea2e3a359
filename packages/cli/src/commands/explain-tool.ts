import { nearest } from "@proviso/compiler";
import { labelBranches, type LabelRow } from "@proviso/manifest/label";
import { exitCodes, type ExitCode, paints, UsageError } from "@proviso/terminal";
import { findProject } from "../disk/find-project.ts";
import { sayNext } from "../install/say-next.ts";
import { readContractsHere } from "../project/contracts-here.ts";
import { printInstead } from "./print-instead.ts";
import type { CliHost } from "../terminal/host.ts";
import type { Options } from "./command.ts";

const marks: Readonly<Record<LabelRow["tone"], string>> = { none: "○", some: "◐", much: "●" };

/** Prints the safety label of a tool of the project: for a refined tool, one for each branch. */
export async function explainTool(name: string, options: Options, host: CliHost): Promise<ExitCode> {
  const { here, diagnostics, texts } = await readContractsHere(await findProject(host.cwd, options.config));
  if (!here) {
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    return printInstead({ diagnostics: errors, texts }, host, options.json);
  }
  const { tools } = here.manifest;
  const tool = tools.find((each) => each.name === name);
  if (!tool) {
    const names = tools.map((each) => each.name);
    const meant = nearest(name, names) ?? names.find((each) => each.startsWith(name));
    throw new UsageError(
      `there is no tool \`${name}\`${meant === undefined ? "" : `; did you mean \`${meant}\`?`}`,
    );
  }
  const labels = labelBranches(tool);
  const { riskLevel } = tool;
  if (options.json) host.out(JSON.stringify({ tool: name, riskLevel, labels }, null, 2));
  else {
    host.out(labelText(`${name}, ${riskLevel}${riskLevel === "forbidden" ? "" : " risk"}`, labels, host));
    sayNext(host, host.cwd, "`proviso docs`");
  }
  return exitCodes.clean;
}

function labelText(title: string, labels: ReturnType<typeof labelBranches>, host: CliHost): string {
  const { bold, dim, green, red, yellow } = paints(host.color);
  const paint = ({ kind, tone }: LabelRow): ((text: string) => string) =>
    tone === "none" ? dim : kind === "protection" ? green : tone === "much" ? red : yellow;
  const branches = labels.map(({ when, sentence, rows }) => {
    const head = labels.length === 1 ? [] : [when === undefined ? "All other calls" : `If ${when}`];
    const lines = rows.map(
      (row) => `  ${paint(row)(marks[row.tone])} ${row.name.padEnd(15)}${paint(row)(row.text)}`,
    );
    return [...head, bold(sentence), ...lines].join("\n");
  });
  return [title, ...branches].join("\n\n");
}
