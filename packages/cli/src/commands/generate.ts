import type { Diagnostic, SourceText } from "@proviso/compiler";
import { exitCodes, paints, UsageError, type ExitCode, flag } from "@proviso/terminal";
import { lookAtDisk } from "../incremental/stamped-disk.ts";
import { changesSince, readLastRun, writeLastRun } from "../incremental/last-run.ts";
import { type RunStore, openStore } from "../incremental/store.ts";
import type { GenerateReport, GenerateResult } from "../output/generate-project.ts";
import type { OutputUpdate } from "../output/compare-project.ts";
import { type ProjectPlace, findProject } from "../disk/find-project.ts";
import { nextOfDrift, printDrift, printReasons, printWritten } from "./generate-report.ts";
import type { CliHost } from "../terminal/host.ts";
import { missingPackages } from "../install/missing-packages.ts";
import { packageManagerOf } from "../install/package-manager.ts";
import { countOf } from "../terminal/count.ts";
import { sayNext } from "../install/say-next.ts";
import { type Command, type Options, configOption, jsonOption } from "./command.ts";

/** Does not load compiler and emitters, which are not needed if nothing has changed since the last run. */
export const generate: Command = {
  name: "generate",
  summary: "Write the server, client, schemas, docs and hosts packages that the contracts describe.",
  args: {
    check: flag("Write nothing; fail if a file is stale, missing, extra or hand-edited."),
    verify: flag("Like --check, but without the cache: generate everything from scratch and compare."),
    explain: flag("Print what changed since the last run, and why each file is written."),
    watch: flag(
      "Keep running, and write again whenever a contract, a template or the configuration changes.",
    ),
    config: configOption,
    json: jsonOption,
  },
  async run(options, host) {
    if (options.watch) return watchGenerate(options, host);
    const place = await findProject(host.cwd, options.config);
    const store = openStore(place);
    const code = await generateOnce(place, store, options, host);
    store.save();
    return code;
  },
};

async function watchGenerate(options: Options, host: CliHost): Promise<ExitCode> {
  const other = (["check", "verify", "json"] as const).find((name) => options[name]);
  if (other) throw new UsageError(`\`--watch\` keeps running and writes; use it without \`--${other}\``);
  const { watchProject } = await import("../watch/watch-project.ts");
  const said = new Set<string>();
  return watchProject(host, options.config, (place, store, inRound) =>
    generateOnce(place, store, options, inRound, said),
  );
}

/** If nothing has changed since the last run, reports the same again. */
export async function generateOnce(
  place: ProjectPlace,
  store: RunStore,
  options: Options,
  host: CliHost,
  said?: Set<string>,
): Promise<ExitCode> {
  host.progress("looking for changes");
  const lastRun = readLastRun<GenerateReport>(store, "generate");
  const disk = lookAtDisk(place.root, lastRun?.known);
  const changes = lastRun && (await changesSince(lastRun, disk));
  const isFromScratch = options.verify === true;
  if (lastRun && changes?.length === 0 && !isFromScratch) {
    // What was read anew shortens the next run.
    if (disk.hasNews()) writeLastRun(store, "generate", lastRun, disk);
    return reportGenerate({ ...generateExitCode(lastRun.report), changes, root: place.root }, options, host);
  }
  const { generateProject } = await import("../output/generate-project.ts");
  const result = await generateProject(place, {
    isDryRun: options.check === true || isFromScratch,
    isFromScratch,
    store,
    disk: isFromScratch ? lookAtDisk(place.root) : disk,
    progress: (text) => host.progress(text),
  });
  return reportGenerate(
    { ...(said ? withoutReported(result, said) : result), changes, root: place.root },
    options,
    host,
  );
}

/** Without the extra files that an earlier round has reported; adds those that this one reports. */
function withoutReported({ update, ...result }: GenerateResult, said: Set<string>): GenerateResult {
  if (!update) return result;
  const drift = update.drift.filter(({ path, kind }) => kind !== "extra" || !said.has(path));
  for (const { path, kind } of drift) if (kind === "extra") said.add(path);
  return { ...result, update: { ...update, drift } };
}

/** The result of a run that changes nothing. */
function generateExitCode({ unchanged, ...rest }: GenerateReport): GenerateResult {
  return { ...rest, update: { changes: [], drift: [], leftovers: [], problems: [], unchanged } };
}

interface GenerateOutcome extends GenerateResult {
  /** The folder of the project. */
  readonly root: string;
  /** The names that changed since the last run; undefined if there was none. */
  readonly changes: readonly string[] | undefined;
}

async function reportGenerate(outcome: GenerateOutcome, options: Options, host: CliHost): Promise<ExitCode> {
  const { update, diagnostics, texts, changes, root } = outcome;
  const isStale = update !== undefined && update.drift.length > 0;
  // Nothing has changed, but a run from scratch differs: the cache is wrong.
  const isCacheWrong = options.verify === true && changes?.length === 0 && isStale;
  const isDryRun = options.check === true || options.verify === true;
  const ok = update !== undefined && update.problems.length === 0 && !(isDryRun && isStale);
  if (options.json) {
    const findings = await jsonFindings(diagnostics);
    const missing = missingPackages(root, outcome.runtimes ?? []);
    const facts = update ? { ...jsonReport(update, options, host), missing } : {};
    host.out(JSON.stringify({ ok, diagnostics: findings, ...facts }));
  } else {
    await printFindings(diagnostics, texts, host);
    if (update && options.explain) printReasons(update, changes, host);
    if (isCacheWrong) host.err("the cache says that nothing changed: this is a bug in proviso");
    if (update) printUpdate(update, isDryRun, host);
    else host.err("nothing was written");
    for (const { problem, advice } of outcome.missing ?? [])
      host.err(`${paints(host.color).yellow("warning")}: ${problem}: ${advice}`);
    const next = host.keepsRunning ? undefined : await nextStep(outcome, isDryRun, host);
    if (next !== undefined) sayNext(host, root, next);
  }
  return ok ? exitCodes.clean : exitCodes.findings;
}

async function nextStep(
  { update, runtimes = [], diagnostics, root }: GenerateOutcome,
  isDryRun: boolean,
  host: CliHost,
): Promise<string | undefined> {
  const error = diagnostics.find(({ severity }) => severity === "error");
  if (!update) return error ? `\`proviso explain ${error.code}\`` : "`proviso check`";
  if (update.problems.length > 0) return "`proviso doctor`";
  if (isDryRun && update.drift.length > 0) return nextOfDrift(update.drift);
  const missing = missingPackages(root, runtimes);
  if (missing.length > 0)
    return `\`${packageManagerOf(root, host.userAgent).add}${missing.join(" ")}\`, which the generated code needs`;
  const { buildCommand } = await import("../install/build-script.ts");
  const build = buildCommand(root, host.userAgent);
  const step = build === undefined ? "build the generated code" : `\`${build}\``;
  const stubs = isDryRun ? [] : update.changes.filter(({ text }) => text?.includes(" has no handler yet"));
  const [first, ...more] = stubs.map(({ path }) => path);
  // The script that runs this command builds next.
  if (first === undefined) return /\bproviso generate\b.*&&/.test(host.script ?? "") ? undefined : step;
  const others = more.length > 0 ? ` and ${countOf(more.length, "other file")}` : "";
  return `fill in ${first}${others}, which the server needs under \`handlers\`, then ${step}`;
}

type GenerateUpdate = Omit<OutputUpdate, "leaves">;

function printUpdate(update: GenerateUpdate, isDryRun: boolean, host: CliHost): void {
  for (const problem of update.problems) host.err(`error: ${problem}`);
  if (isDryRun) printDrift(update, host);
  else if (update.problems.length > 0) host.err("nothing was written");
  else printWritten(update, host);
}

/** Prints errors and warnings; `check` also prints notes. */
async function printFindings(
  diagnostics: readonly Diagnostic[],
  texts: readonly SourceText[],
  host: CliHost,
): Promise<void> {
  const findings = diagnostics.filter(({ severity }) => severity !== "info");
  if (findings.length === 0) return;
  const terminal = await import("../terminal/findings.ts");
  terminal.printFindings(findings, texts, host);
}

async function jsonFindings(diagnostics: readonly Diagnostic[]): Promise<readonly unknown[]> {
  if (diagnostics.length === 0) return [];
  const { toJsonDiagnostic } = await import("@proviso/compiler/print");
  return diagnostics.map(toJsonDiagnostic);
}

function jsonReport(
  update: GenerateUpdate,
  { check, verify }: Options,
  host: CliHost,
): Readonly<Record<string, unknown>> {
  const isWritten = !check && !verify && update.problems.length === 0;
  const paths = (isRemoved: boolean): string[] =>
    update.changes.filter(({ text }) => (text === undefined) === isRemoved).map(({ path }) => path);
  return {
    problems: update.problems,
    drift: update.drift,
    written: isWritten ? paths(false) : [],
    removed: isWritten ? paths(true) : [],
    unchanged: update.unchanged,
    durationMs: Math.round(host.elapsedMs()),
  };
}
