import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Json } from "@proviso/manifest";
import {
  exitCodes,
  exitCodesWith,
  printHelp,
  UsageError,
  type ExitCode,
  type HelpPage,
} from "@proviso/terminal";
import type { Trace, VerifyReport } from "../model.ts";
import { reportFormats } from "../report/report-formats.ts";
import { traceFile } from "../report/trace-file.ts";
import { budgetOf } from "../run/budget.ts";
import { observer } from "../run/observe.ts";
import { filled } from "../target/server.ts";
import { verify } from "../run/verify.ts";
import { readLine, verifyArgs, type Line } from "./args.ts";
import { processHost, type VerifyHost } from "./host.ts";
import { openTarget, pairsOf, type OpenTarget } from "./open-target.ts";
import { planText } from "./plan.ts";
import { targetOf } from "./target-of.ts";

const page: HelpPage = {
  name: "proviso verify",
  summary: "Tries to refute what a server claims about its tools, by calling them and watching the world.",
  usage: "proviso verify [OPTIONS] -- PROGRAM [ARGUMENTS]",
  args: verifyArgs,
  notes: [
    "Without --disposable, only tools are called that say that they only read.",
    "A claim is refuted, with a trace that --replay runs again; or it survived so many trials; or it is unobservable. To survive is no proof.",
  ],
  examples: [
    "proviso verify --plan -- node server.js",
    "proviso verify --disposable -- npx -y @modelcontextprotocol/server-filesystem {folder}",
    "proviso verify --disposable --replay traces/reads-only.notes_list.json -- node server.js",
  ],
  exitCodes: exitCodesWith("refuted"),
};

/** Runs one command line. Never throws: every result has an exit code. */
export async function run(words: readonly string[], host: VerifyHost = processHost()): Promise<ExitCode> {
  try {
    const end = words.indexOf("--");
    const own = end < 0 ? words : words.slice(0, end);
    if (own.includes("--help") || own.includes("-h")) {
      host.out(printHelp(page, host));
      return exitCodes.clean;
    }
    return await runLine(readLine(words), host);
  } catch (error) {
    const isUsage = error instanceof UsageError;
    host.err(`proviso verify: ${error instanceof Error ? error.message : "unknown error"}`);
    if (isUsage) host.err("proviso verify --help lists the options");
    return isUsage ? exitCodes.usage : exitCodes.internal;
  }
}

async function runLine(line: Line, host: VerifyHost): Promise<ExitCode> {
  const checked = line.text("check");
  if (checked !== undefined)
    return (await import("./check.ts")).check(resolve(host.cwd, checked), line.all("key"), host);
  const replayed = line.text("replay");
  if (replayed !== undefined)
    return (await import("./replay.ts")).replay(resolve(host.cwd, replayed), line, host, ownVersion());
  const limits = limitsOf(line);
  const open = await openTarget(line, targetOf(line), host.cwd, ownVersion());
  try {
    host.err(planText(open, limits));
    if (line.has("plan")) return exitCodes.clean;
    const report = await signed(await runWithin(open, line, host, limits), line.text("sign"), host.cwd);
    writeTraces(report, line.text("traces"), host.cwd);
    const format = line.has("json") ? "json" : line.text("format");
    const printer = reportFormats.find(({ name }) => name === format) ?? reportFormats[0];
    host.out(printer.print(report, `${line.text("traces") ?? "traces"}/`));
    const isRefuted = report.results.some(({ verdict }) => verdict.kind === "refuted");
    return isRefuted ? exitCodes.findings : exitCodes.clean;
  } finally {
    await open.close();
  }
}

type Limits = ReturnType<typeof limitsOf>;

function limitsOf(line: Line) {
  return {
    calls: line.number("calls", 600),
    seconds: line.number("time", 120),
    trials: line.number("trials", 20),
    seed: line.number("seed", 1),
  };
}

/** Loads the trail only if there is something to sign. */
async function signed(report: VerifyReport, file: string | undefined, cwd: string): Promise<VerifyReport> {
  if (file === undefined) return report;
  const [{ readSigner }, { signReport }] = await Promise.all([
    import("@proviso/trail"),
    import("../report/sign-report.ts"),
  ]);
  const signer = await readSigner(resolve(cwd, file));
  return signer ? signReport(report, signer) : report;
}

async function runWithin(
  open: OpenTarget,
  line: Line,
  host: VerifyHost,
  { calls, seconds, trials, seed }: Limits,
): Promise<VerifyReport> {
  const budget = budgetOf(calls, seconds * 1000);
  const stopListening = host.onInterrupt(() => budget.end("interrupted"));
  try {
    return await verify({
      target: open.target,
      server: open.server.identity,
      observer: observer(open.server, open.oracles, line.all("ignore")),
      budget,
      world: open.world,
      whyNot: open.whyNot,
      isDisposable: open.isDisposable,
      oracles: open.oracles
        .filter(({ name }) => name !== "client")
        .map(({ name, watches }) => ({ name, watches })),
      trials,
      seed,
      given: valuesOf(line, open.folder),
      paths: open.folder === undefined ? [] : pathsIn(open.folder),
      options: optionsOf(line),
      startedAt: new Date().toISOString(),
      progress: host.progress,
    });
  } finally {
    stopListening();
    budget.close();
  }
}

/** Names for arguments that are paths: files and a folder that a call may make. */
function pathsIn(folder: string): readonly string[] {
  return ["a.txt", "b.txt", "inner", "inner/c.txt"].map((name) => join(folder, name)).concat(folder);
}

function valuesOf(line: Line, folder: string | undefined): ReadonlyMap<string, readonly Json[]> {
  const pairs = line.all("value").flatMap((text) => Object.entries(pairsOf([text], "=", "value")));
  const placeholders: Readonly<Record<string, string>> = folder === undefined ? {} : { folder };
  const byName = Map.groupBy(pairs, ([name]) => name);
  return new Map(
    [...byName].map(([name, all]) => [name, all.map(([, text]) => jsonOrText(filled(text, placeholders)))]),
  );
}

function jsonOrText(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** Options that a trace depends on. Those that may hold credentials stay out of it. */
function optionsOf(line: Line): Trace["options"] {
  const kept = ["contracts", "copy", "watch-folder", "sqlite", "http", "audit", "watch-command"] as const;
  return Object.fromEntries(
    kept.flatMap((name) => {
      const text = line.text(name);
      return text === undefined ? [] : [[name, text] as const];
    }),
  );
}

function writeTraces({ results }: VerifyReport, folder: string | undefined, cwd: string): void {
  if (folder === undefined) return;
  mkdirSync(resolve(cwd, folder), { recursive: true });
  for (const { verdict } of results)
    if (verdict.kind === "refuted")
      writeFileSync(
        join(resolve(cwd, folder), traceFile(verdict.trace)),
        `${JSON.stringify(verdict.trace, undefined, 2)}\n`,
      );
}

function ownVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return String((JSON.parse(text) as { readonly version: string }).version);
}
