import { hostNames, type HostName } from "@proviso/compiler/hosts";
import { type Printer, isClean, printers } from "@proviso/compiler/print";
import type { Diagnostic } from "@proviso/compiler";
import { exitCodes, UsageError, type ExitCode, flag, takes } from "@proviso/terminal";
import { lookAtDisk } from "../incremental/stamped-disk.ts";
import { changesSince, readLastRun, writeLastRun } from "../incremental/last-run.ts";
import { type RunStore, openStore } from "../incremental/store.ts";
import { ownVersion } from "../disk/package-json.ts";
import type { CheckReport, Checked } from "../project/check-project.ts";
import { type ProjectPlace, findProject } from "../disk/find-project.ts";
import { isCheckFinding } from "../project/is-check-finding.ts";
import { folderInRepository } from "../project/folder-in-repository.ts";
import { countOf } from "../terminal/count.ts";
import { printFindings, printFixes, worstOf } from "../terminal/findings.ts";
import type { CliHost } from "../terminal/host.ts";
import { sayNext } from "../install/say-next.ts";
import { type Command, type Options, configOption } from "./command.ts";
import { checkWho } from "./check-who.ts";

const [human] = printers;

export const check: Command = {
  name: "check",
  summary: "Check the contracts and write nothing, except with --fix.",
  args: {
    config: configOption,
    fix: flag("Fix in the contracts what is safe to fix automatically, and show what is left."),
    strict: flag("Fail on warnings too, not on errors alone."),
    advice: flag(
      "Also say what would make the contracts better: owners, titles, examples, stated data flow.",
    ),
    all: flag("Show each finding, where a line would stand for many warnings of one kind."),
    host: takes(
      "name",
      `Also say what a host or a model API refuses or cuts of the tools as they are sent: ${hostNames.join(", ")}. May be given several times.`,
    ),
    who: flag(
      "Print instead who is asked where: by the server, and by the client's default guard in test and in live.",
    ),
    watch: flag("Keep running, and check again whenever a contract or the configuration changes."),
    format: {
      type: "enum",
      options: printers.map(({ name }) => name),
      default: human.name,
      description: `How to print findings: ${printers.map(({ name, summary }) => `${name} (${summary})`).join(", ")}.`,
    },
    json: flag("The same as --format json; with --who, the table as JSON."),
  },
  examples: ["proviso check --strict", "proviso check --host openai --host gemini", "proviso check --who"],
  async run(given, host) {
    if (given.who === true) return checkWho(given, host);
    const options: CheckOptions = { ...given, ...formatOf(given), hosts: hostsOfOptions(given) };
    if (options.watch) return watchCheck(options, host);
    const place = await findProject(host.cwd, options.config);
    const store = openStore(place);
    const code = await checkOnce(place, store, options, host);
    store.save();
    return code;
  },
};

interface CheckOptions extends Options {
  readonly hosts: readonly HostName[];
}

function formatOf({ json, format }: Options): Pick<Options, "format"> {
  if (json !== true) return {};
  if (format !== human.name && format !== "json")
    throw new UsageError(`\`--json\` and \`--format ${format}\` exclude each other`);
  return { format: "json" };
}

function hostsOfOptions({ hosts = [] }: Options): readonly HostName[] {
  return hosts.map((given) => {
    const known = hostNames.find((name) => name === given);
    if (known) return known;
    const list = hostNames.map((name) => `\`${name}\``).join(", ");
    throw new UsageError(`\`--host\` takes one of ${list}, and not \`${given}\``);
  });
}

async function watchCheck(options: CheckOptions, host: CliHost): Promise<ExitCode> {
  if (options.fix || options.format !== human.name)
    throw new UsageError(
      "`--watch` keeps running and prints for people; use it without `--fix` and `--format`",
    );
  const { watchProject } = await import("../watch/watch-project.ts");
  return watchProject(host, options.config, (place, store, inRound) =>
    checkOnce(place, store, options, inRound),
  );
}

/** If nothing has changed since the last run, reports the same again without loading the compiler. */
async function checkOnce(
  place: ProjectPlace,
  store: RunStore,
  options: CheckOptions,
  host: CliHost,
): Promise<ExitCode> {
  const lastRun = readLastRun<CheckReport>(store, "check");
  const disk = lookAtDisk(place.root, lastRun?.known);
  const isFixing = options.fix === true;
  const { hosts } = options;
  const changes = lastRun && !isFixing && hosts.length === 0 ? await changesSince(lastRun, disk) : undefined;
  if (lastRun && changes?.length === 0) {
    // What was read anew shortens the next run.
    if (disk.hasNews()) writeLastRun(store, "check", lastRun, disk);
    return printCheck({ ...lastRun.report, root: place.root }, options, host);
  }
  const { checkProject } = await import("../project/check-project.ts");
  return printCheck(await checkProject(place, { store, disk }, { isFixing, hosts }), options, host);
}

async function printCheck(all: Checked, options: Options, host: CliHost): Promise<ExitCode> {
  const found = [...(await findingsOfToday(all)), ...all.diagnostics];
  const checked = { ...all, diagnostics: options.advice === true ? found : found.filter(isCheckFinding) };
  const printer = printers.find(({ name }) => name === options.format) ?? human;
  const isStrict = options.strict === true;
  if (printer === human) printForPeople(checked, { isStrict, isWhole: options.all === true }, host);
  else await printForMachines(checked, { printer, isStrict }, host);
  return isClean(checked.diagnostics, isStrict) ? exitCodes.clean : exitCodes.findings;
}

/** What is said of exceptions depends on the day, so no earlier run is asked. */
async function findingsOfToday({ exceptions }: Checked): Promise<readonly Diagnostic[]> {
  if (exceptions.length === 0) return [];
  const { exceptionFindings } = await import("../project/exceptions.ts");
  return exceptionFindings(exceptions, new Date().toISOString().slice(0, 10));
}

function printForPeople(
  { diagnostics, texts, tools, contracts, root, fixed = [] }: Checked,
  { isStrict, isWhole }: { readonly isStrict: boolean; readonly isWhole: boolean },
  host: CliHost,
): void {
  printFixes(fixed, host);
  printFindings(diagnostics, texts, host, isWhole);
  const worst = worstOf(diagnostics.filter(({ code }) => code !== "exception/in-force"));
  if (isClean(diagnostics, isStrict))
    host.out(`${countOf(tools, "tool")} in ${countOf(contracts, "contract")}: no errors`);
  if (worst) sayNext(host, root, `\`proviso explain ${worst.code}\` ${explains(diagnostics, worst)}`);
  else if (!host.keepsRunning) sayNext(host, root, "`proviso generate`");
}

/** What the explanation is about, and what else there is to do. */
function explains(diagnostics: readonly Diagnostic[], worst: Diagnostic): string {
  const fixable = diagnostics.filter(({ fix }) => fix).length;
  const about = diagnostics.length === 1 ? "explains it" : `explains the first ${worst.severity}`;
  return fixable === 0 ? about : `${about}; \`proviso check --fix\` fixes ${countOf(fixable, "finding")}`;
}

async function printForMachines(
  { diagnostics, fixed, root, texts }: Checked,
  { printer, isStrict }: { readonly printer: Printer; readonly isStrict: boolean },
  host: CliHost,
): Promise<void> {
  const { describe } = await import("../explain/explain.ts");
  const folder = folderInRepository(root);
  const options = { version: ownVersion, describe, folder, isStrict, ...(fixed ? { fixed } : {}) };
  const text = printer.print(diagnostics, texts, options);
  if (text !== "") host.out(text.trimEnd(), printer.name === "github" ? "commands" : undefined);
}
