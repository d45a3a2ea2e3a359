import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Json } from "@proviso/manifest";
import type { CommandLine, ExitCode } from "@proviso/terminal";
import { exitCodes, exitCodesWith, pairsOf, parseJson, readCommandLine, runTask } from "@proviso/terminal";
import type { VerifyReport } from "../model.ts";
import { without } from "../report/masked.ts";
import { reportFormats } from "../report/report-formats.ts";
import { traceFile } from "../report/trace-file.ts";
import { tracesIn } from "../report/words.ts";
import { withinBudget } from "../run/budget.ts";
import { verify } from "../run/verify.ts";
import { filled } from "../target/server.ts";
import { targetOf, tracedOptions, verifyArgs } from "./args.ts";
import { processHost, type VerifyHost } from "./host.ts";
import { openTarget, type OpenTarget } from "./open-target.ts";
import { planText } from "./plan.ts";

const page = {
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
export function run(words: readonly string[], host: VerifyHost = processHost()): Promise<ExitCode> {
  return runTask(page, words, host, () => runLine(readCommandLine(verifyArgs, words), host));
}

async function runLine(line: CommandLine, host: VerifyHost): Promise<ExitCode> {
  const [checked, replayed, traces] = ["check", "replay", "traces"].map(line.text);
  if (checked !== undefined)
    return (await import("./check.ts")).check(resolve(host.cwd, checked), line.all("key"), host);
  if (replayed !== undefined)
    return (await import("./replay.ts")).replay(resolve(host.cwd, replayed), line, host);
  const limits = { calls: line.number("calls", 600), seconds: line.number("time", 120) };
  const open = await openTarget(line, targetOf(line), host.cwd);
  try {
    host.err(planText(open, { ...limits, approves: line.has("approve") }));
    if (line.has("plan")) return exitCodes.clean;
    const report = await signed(await tried(open, line, host, limits), line.text("sign"), host.cwd);
    if (traces !== undefined) writeTraces(report, resolve(host.cwd, traces));
    const format = line.has("json") ? "json" : line.text("format");
    const printer = reportFormats.find(({ name }) => name === format) ?? reportFormats[0];
    host.out(printer.print(report, `${traces ?? "traces"}/`));
    return tracesIn(report.results).length > 0 ? exitCodes.findings : exitCodes.clean;
  } finally {
    await open.close();
  }
}

async function signed(report: VerifyReport, file: string | undefined, cwd: string): Promise<VerifyReport> {
  if (file === undefined) return report;
  const { readSigner, signReport } = await import("../report/sign-report.ts");
  const signer = await readSigner(resolve(cwd, file));
  return signer ? signReport(report, signer) : report;
}

async function tried(
  open: OpenTarget,
  line: CommandLine,
  host: VerifyHost,
  { calls, seconds }: { readonly calls: number; readonly seconds: number },
): Promise<VerifyReport> {
  const { folder, world } = open;
  const traced = tracedOptions.flatMap((name) => line.all(name).map((text) => [name, text] as const));
  const report = await withinBudget({ calls, ms: seconds * 1000 }, host.onInterrupt, (budget) =>
    verify({
      ...open,
      budget,
      trials: line.number("trials", 20),
      seed: line.number("seed", 1),
      given: valuesOf(line, folder),
      // Files and a folder that a call may make.
      paths: folder ? ["a.txt", "b.txt", "inner", "inner/c.txt", ""].map((name) => join(folder, name)) : [],
      options: Object.fromEntries(traced),
      progress: host.progress,
    }),
  );
  return without(report, world.secrets);
}

function valuesOf(line: CommandLine, folder: string | undefined): ReadonlyMap<string, readonly Json[]> {
  const pairs = line.all("value").flatMap((text) => Object.entries(pairsOf([text], "=", "value")));
  const values = pairs.map(([name, text]) => ({ name, text: filled(text, { ...(folder && { folder }) }) }));
  const byName = Map.groupBy(values, ({ name }) => name);
  return new Map([...byName].map(([name, all]) => [name, all.map(({ text }) => parseJson(text) ?? text)]));
}

function writeTraces({ results }: VerifyReport, folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const trace of tracesIn(results))
    writeFileSync(join(folder, traceFile(trace)), `${JSON.stringify(trace, undefined, 2)}\n`);
}
