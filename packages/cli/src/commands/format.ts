import { format as formatText } from "@proviso/compiler";
import { lookAtDisk } from "../incremental/stamped-disk.ts";
import { exitCodes, flag } from "@proviso/terminal";
import { applyChanges } from "../disk/transaction.ts";
import { findProject } from "../disk/find-project.ts";
import { readProject } from "../project/read-project.ts";
import { countOf } from "../terminal/count.ts";
import { hasErrors, printFindings } from "../terminal/findings.ts";
import { sayNext } from "../install/say-next.ts";
import { type Command, configOption } from "./command.ts";

export const formatCommand: Command = {
  name: "format",
  summary: "Format the contracts: order of keys, spacing, quotes. Comments are kept.",
  args: {
    check: flag("Write nothing; fail if a contract is not formatted."),
    config: configOption,
  },
  async run({ check, config }, host) {
    const place = await findProject(host.cwd, config);
    const project = await readProject(place, lookAtDisk(place.root));
    const results = project.contracts
      .filter(({ path }) => !project.used.includes(path))
      .map((contract) => ({ contract, ...formatText(contract) }));
    const diagnostics = [...project.diagnostics, ...results.flatMap((result) => result.diagnostics)];
    printFindings(diagnostics, project.texts, host);
    if (hasErrors(diagnostics)) {
      host.err("nothing was written");
      sayNext(host, project.root, "`proviso check`");
      return exitCodes.findings;
    }
    const changes = results.flatMap(({ contract: { path, text: before }, text }) =>
      text === undefined || text === before ? [] : [{ path, text }],
    );
    const unchanged = countOf(results.length - changes.length, "contract");
    if (!check) {
      await applyChanges(project.root, changes);
      for (const { path } of changes) host.out(`formatted  ${path}`);
      host.out(`formatted ${changes.length}, unchanged ${unchanged}`);
      sayNext(host, project.root, "`proviso check`");
      return exitCodes.clean;
    }
    for (const { path } of changes) host.err(`not formatted  ${path}`);
    if (changes.length === 0) host.out(`formatted: ${unchanged}`);
    sayNext(host, project.root, changes.length > 0 ? "`proviso format`" : "`proviso check`");
    return changes.length > 0 ? exitCodes.findings : exitCodes.clean;
  },
};
