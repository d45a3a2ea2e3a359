import type { Diagnostic, SourceText } from "@proviso/compiler";
import { openCache } from "../cache/cache.ts";
import type { Cache } from "../cache/cache.ts";
import { lookAtDisk } from "../cache/disk.ts";
import type { Disk, Seen } from "../cache/disk.ts";
import { confirmLastRun, inputsSince, outputsSince, readLastRun, readSeen } from "../cache/last-run.ts";
import type { LastRun } from "../cache/last-run.ts";
import { exitCodes, UsageError } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import type { GenerateResult } from "../output/generate-project.ts";
import { outputsAsLeft } from "../output/outputs.ts";
import type { Outputs } from "../output/outputs.ts";
import type { OutputPlan } from "../output/plan-project.ts";
import { findProject } from "../project/find-project.ts";
import type { ProjectPlace } from "../project/find-project.ts";
import { printDrift, printReasons, printWritten } from "../terminal/generate-report.ts";
import type { Host } from "../terminal/host.ts";
import { configOption, jsonOption } from "./command.ts";
import type { Command, Options } from "./command.ts";

/** Loads neither compiler nor emitters: where nothing changed since the last run, none of them is needed. */
export const generate: Command = {
  name: "generate",
  summary: "Write the server, client, schemas, docs and hosts packages that the contracts describe.",
  args: {
    check: {
      type: "boolean",
      description: "Write nothing; fail if a file is stale, missing, extra or hand-edited.",
    },
    verify: {
      type: "boolean",
      description:
        "Like --check, from scratch: what the last run left in the cache is compared, never believed.",
    },
    explain: {
      type: "boolean",
      description: "Say what changed since the last run, and why each file is made.",
    },
    watch: {
      type: "boolean",
      description: "Go on, and write again whenever a contract, a template or the configuration changes.",
    },
    config: configOption,
    json: jsonOption,
  },
  async run(options, host) {
    if (options.watch) return watch(options, host);
    const place = await findProject(host.cwd, options.config);
    const cache = openCache(place);
    const disk = lookAtDisk(place, readSeen(cache));
    const code = await generateOnce(place, { cache, disk }, options, host);
    await cache.save();
    return code;
  },
};

async function watch(options: Options, host: Host): Promise<ExitCode> {
  const other = (["check", "verify", "json"] as const).find((name) => options[name]);
  if (other) throw new UsageError(`\`--watch\` writes, and goes on; use it without \`--${other}\``);
  const { watchProject } = await import("../watch/watch-project.ts");
  // A round looks at all of the output only if the rest before it found something else in there than the one before.
  let isWhole = true;
  let found = "";
  let seen: Seen | undefined;
  return watchProject(host, options.config, {
    async round({ place, cache, host: inRound, changes }) {
      const disk = lookAtDisk(place, seen);
      const lastRun = isWhole ? undefined : readLastRun(cache);
      const outputs = lastRun && outputsAsLeft(lastRun, cache, disk);
      isWhole = true;
      if (changes)
        await generateNow(place, { cache, disk, outputs, isBelieved: true, changes }, options, inRound);
      else await generateOnce(place, { cache, disk }, options, inRound);
      isWhole = false;
      // Of the output, the rest has seen more.
      seen = { ...disk.seen, ...seen, texts: disk.seen.texts };
    },
    async rest({ place, cache }) {
      const disk = lookAtDisk(place, seen);
      const names = await lookAgain(cache, disk);
      seen = { ...disk.seen, texts: seen?.texts };
      isWhole ||= found !== names.join("\n");
      found = names.join("\n");
      return isWhole ? names : [];
    },
  });
}

/** At what the last run wrote: what is known of it now, no later run has to read again. Names what is not so any more. */
async function lookAgain(cache: Cache, disk: Disk): Promise<readonly string[]> {
  const lastRun = readLastRun(cache);
  const changes = lastRun && (await lookSince(lastRun, { cache, disk }));
  await cache.save();
  return changes?.outputs ?? [];
}

interface Looking {
  readonly cache: Cache;
  readonly disk: Disk;
}

interface Changes {
  /** What is different now, by name; nothing if a run would do and say the same again. */
  readonly names: readonly string[];
  /** Of these, what is in the output. */
  readonly outputs: readonly string[];
}

/** What changed since that run; if nothing did, later ones see that at a glance. */
async function lookSince(lastRun: LastRun, { cache, disk }: Looking): Promise<Changes> {
  const inputs = await inputsSince(lastRun, disk);
  const outputs = outputsSince(lastRun, cache, disk);
  const names = [...inputs.names, ...outputs.names];
  if (names.length === 0) confirmLastRun(cache, lastRun, { inputs, outputs, disk });
  return { names, outputs: outputs.names };
}

/** Unless nothing changed since the last run: then says again what that one said. */
async function generateOnce(
  place: ProjectPlace,
  { cache, disk }: Looking,
  options: Options,
  host: Host,
): Promise<ExitCode> {
  const lastRun = readLastRun(cache);
  host.progress("looking for changes");
  const since = lastRun && (await lookSince(lastRun, { cache, disk }));
  const changes = since?.names;
  if (lastRun && changes?.length === 0 && !options.verify)
    return report({ ...resultOf(lastRun), changes }, options, host);
  const isAsLeft = lastRun !== undefined && since?.outputs.length === 0;
  const outputs = isAsLeft ? outputsAsLeft(lastRun, cache, disk) : undefined;
  return generateNow(place, { cache, disk, outputs, changes }, options, host);
}

interface KnownChanges extends Looking {
  readonly outputs?: Outputs | undefined;
  readonly isBelieved?: boolean;
  readonly changes: readonly string[] | undefined;
}

async function generateNow(
  place: ProjectPlace,
  { cache, disk, outputs, isBelieved = false, changes }: KnownChanges,
  options: Options,
  host: Host,
): Promise<ExitCode> {
  const { generateProject } = await import("../output/generate-project.ts");
  const isFromScratch = options.verify === true;
  const result = await generateProject(place, {
    isDryRun: options.check === true || isFromScratch,
    isFromScratch,
    cache,
    disk: isFromScratch ? lookAtDisk(place) : disk,
    outputs: isFromScratch ? undefined : outputs,
    isBelieved: isBelieved && outputs !== undefined,
    progress: (text) => host.progress(text),
  });
  return report({ ...result, changes }, options, host);
}

/** What a run would find if nothing changed since. */
function resultOf({ diagnostics, texts, unchanged }: LastRun): GenerateResult {
  const plan = { changes: [], drift: [], leftovers: [], problems: [], unchanged };
  return { plan, diagnostics, texts };
}

interface Outcome extends GenerateResult {
  /** What changed since the last run, by name; undefined if no run is known. */
  readonly changes: readonly string[] | undefined;
}

async function report(outcome: Outcome, options: Options, host: Host): Promise<ExitCode> {
  const { plan, diagnostics, texts, changes } = outcome;
  const isStale = plan !== undefined && plan.drift.length > 0;
  // A run from scratch that differs where nothing changed: the cache would have hidden it.
  const isCacheWrong = options.verify === true && changes?.length === 0 && isStale;
  const isDryRun = options.check === true || options.verify === true;
  const ok = plan !== undefined && plan.problems.length === 0 && !(isDryRun && isStale);
  if (options.json) {
    const findings = await jsonFindings(diagnostics);
    host.out(JSON.stringify({ ok, diagnostics: findings, ...(plan ? jsonReport(plan, options, host) : {}) }));
  } else {
    await printFindings(diagnostics, texts, host);
    if (plan && options.explain) printReasons(plan, changes, host);
    if (isCacheWrong) host.err("the cache says that nothing changed: this is a bug in proviso");
    if (plan) printPlan(plan, isDryRun, host);
    else host.err("nothing was written");
  }
  return ok ? exitCodes.clean : exitCodes.findings;
}

type Plan = Omit<OutputPlan, "leaves">;

function printPlan(plan: Plan, isDryRun: boolean, host: Host): void {
  for (const problem of plan.problems) host.err(`error: ${problem}`);
  if (isDryRun) printDrift(plan, host);
  else if (plan.problems.length > 0) host.err("nothing was written");
  else printWritten(plan, host);
}

/** `check` shows the notes; whoever generates wants to know what may go wrong. */
async function printFindings(
  diagnostics: readonly Diagnostic[],
  texts: readonly SourceText[],
  host: Host,
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

function jsonReport(plan: Plan, { check, verify }: Options, host: Host): Readonly<Record<string, unknown>> {
  const isWritten = !check && !verify && plan.problems.length === 0;
  const paths = (isRemoved: boolean): string[] =>
    plan.changes.filter(({ text }) => (text === undefined) === isRemoved).map(({ path }) => path);
  return {
    problems: plan.problems,
    drift: plan.drift,
    written: isWritten ? paths(false) : [],
    removed: isWritten ? paths(true) : [],
    unchanged: plan.unchanged,
    durationMs: Math.round(host.elapsedMs()),
  };
}
