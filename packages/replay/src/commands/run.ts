import { escapeText, type Manifest, printJson } from "@proviso/manifest";
import type { ExitCode, HelpPage, ProgramHost } from "@proviso/terminal";
import { exitCodes, processStreams, readWords, runTask } from "@proviso/terminal";
import { textOf, timeOf, UsageError, valuesOf } from "@proviso/terminal";
import { readTrail, verifyAudit } from "@proviso/trail";
import { readContracts } from "proviso/contracts";
import { foldCalls } from "../fold/fold-calls.ts";
import { isVerdictKind, verdicts, type VerdictKind } from "../fold/verdict.ts";
import { openReport, type Report } from "../report/report.ts";
import { readCalls, type RecordedPast } from "../trail/read-calls.ts";
import { printMarkdown } from "./print-markdown.ts";
import { printReport } from "./print-report.ts";
import { replayArgs } from "./replay-args.ts";

const page: HelpPage = {
  name: "proviso replay",
  summary: "Judges the calls of an audit trail by other contracts. It calls nothing.",
  usage: "proviso replay --trail SOURCE --contracts FOLDER",
  args: replayArgs,
  examples: [
    "proviso replay --trail state/proviso.sqlite --contracts contracts",
    "proviso replay --trail state/proviso.sqlite --contracts new --was old --fail-on now-runs",
  ],
  exitCodes,
};

/** Runs one command line. Never throws: every result has an exit code. */
export function run(words: readonly string[], host: ProgramHost = processStreams()): Promise<ExitCode> {
  return runTask(page, words, host, () => replay(readLine(words), host));
}

type Print = (report: Report, host: ProgramHost) => string;

const formats: Readonly<Record<string, Print>> = {
  text: printReport,
  json: (report) => printJson({ ...report }),
  markdown: printMarkdown,
};

type Line = ReturnType<typeof readLine>;

function readLine(words: readonly string[]) {
  const { positionals, values } = readWords(replayArgs, words);
  const { contracts, env, format, json, tool, trail, unverified, was } = values;
  if (!trail || !contracts || positionals.length > 0)
    throw new UsageError("write proviso replay --trail SOURCE --contracts FOLDER");
  return {
    trail: String(trail),
    contracts: String(contracts),
    was: textOf(was),
    since: timeOf("since", values) ?? -Infinity,
    tools: valuesOf(tool),
    env: textOf(env),
    failOn: valuesOf(values["fail-on"]).map(verdictNamed),
    isUnverified: unverified === true,
    print: formats[textOf(format) ?? (json ? "json" : "text")] ?? printReport,
  };
}

function verdictNamed(name: string): VerdictKind {
  if (isVerdictKind(name) && name !== "same") return name;
  const names = Object.keys(verdicts).filter((kind) => kind !== "same");
  throw new UsageError(`there is no verdict \`${escapeText(name)}\`; write ${names.join(", ")}`);
}

async function replay(line: Line, host: ProgramHost): Promise<ExitCode> {
  // No verdict depends on the name of the product.
  const manifest = await readContracts(line.contracts, "replay");
  const was = line.was === undefined ? undefined : await readContracts(line.was, "replay");
  const read = await readPast(line);
  if (read.problem !== undefined) {
    host.err(
      `proviso replay: the trail is BROKEN (${escapeText(read.problem)}), so somebody may have changed what it says: ` +
        "see `proviso audit verify`; `--unverified` judges it all the same",
    );
    return exitCodes.findings;
  }
  const report = await judged(line, read.past, manifest, was);
  await host.out(line.print(report, host));
  return line.failOn.some((kind) => (report.verdicts[kind] ?? 0) > 0) ? exitCodes.findings : exitCodes.clean;
}

type Read = { readonly past: RecordedPast; readonly problem?: undefined } | { readonly problem: string };

/** Verifies the trail and reads it. A trail to which a server writes meanwhile is the same for both. */
function readPast({ isUnverified, trail: source }: Line): Promise<Read> {
  return readTrail(source, async (trail) => {
    const verdict = isUnverified ? undefined : await verifyAudit(trail);
    return verdict?.ok === false ? { problem: verdict.problem } : { past: await readCalls(trail) };
  });
}

async function judged(
  { env, since, tools }: Line,
  past: RecordedPast,
  manifest: Manifest,
  was: Manifest | undefined,
): Promise<Report> {
  const calls = tools.length === 0 ? past.calls : past.calls.filter(({ tool }) => tools.includes(tool));
  const report = openReport();
  const options = { manifest, ...(was && { was }), ...(env !== undefined && { env }) };
  await foldCalls({ ...past, calls }, options, (folded) => {
    if (folded.call.at >= since) report.add(folded);
  });
  return report.end();
}
