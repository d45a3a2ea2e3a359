import { paints } from "@proviso/terminal";
import type { DriftKind } from "../output/compare-folder.ts";
import type { OutputUpdate } from "../output/compare-project.ts";
import { countOf } from "../terminal/count.ts";
import type { CliHost } from "../terminal/host.ts";

const driftExplanations: Readonly<Record<DriftKind, string>> = {
  stale: "contract changed",
  missing: "it is not there",
  extra: "proviso does not write it",
  "hand-edited": "it is not what proviso wrote",
  foreign: "it is not what proviso would write, and it is not known who wrote it",
};

type PrintedUpdate = Pick<OutputUpdate, "changes" | "drift" | "unchanged">;

/** Prints for `--explain` what changed since the last run, and why files are written or removed. */
export function printReasons(
  { changes, drift }: PrintedUpdate,
  news: readonly string[] | undefined,
  host: CliHost,
): void {
  if (news === undefined)
    host.out("there is no cache of an earlier run: everything is generated and compared");
  else if (news.length === 0) host.out("nothing changed since the last run");
  for (const name of news ?? []) host.out(`changed since the last run: ${name}`);
  const kinds = new Map(drift.map(({ path, kind }) => [path, kind]));
  for (const { path, text } of changes) {
    const kind = kinds.get(path);
    const reason = kind === undefined ? "it lists what is written beside it" : driftExplanations[kind];
    host.out(`${text === undefined ? "remove" : "write "}  ${path}  (${reason})`);
  }
}

/** Prints the result of `--check`. */
export function printDrift({ drift, unchanged }: PrintedUpdate, host: CliHost): void {
  const { yellow } = paints(host.color);
  if (drift.length === 0) return host.out(`up to date: ${countOf(unchanged, "file")}`);
  for (const { path, kind } of drift)
    host.err(`${yellow(kind.padEnd(11))}  ${path}  (${driftExplanations[kind]})`);
  host.err(`${countOf(drift.length, "file")} out of date`);
}

/** What to do about files that are out of date. */
export function nextOfDrift(drift: OutputUpdate["drift"]): string {
  const kinds = new Set(drift.map(({ kind }) => kind));
  return [
    "`proviso generate`",
    kinds.has("hand-edited") ? ", which overwrites what was edited by hand" : "",
    kinds.has("extra") ? ", and remove what is extra yourself" : "",
  ].join("");
}

/** Prints the counts, and a warning for each file that was edited by hand or is not ours. */
export function printWritten({ changes, drift, unchanged }: PrintedUpdate, host: CliHost): void {
  const { yellow, green } = paints(host.color);
  for (const { path, kind } of drift) {
    if (kind === "hand-edited")
      host.err(`${yellow("warning")}: ${path} was edited by hand; it is generated again`);
    if (kind === "extra")
      host.err(`${yellow("warning")}: ${path} is not written by proviso; is it in the right place?`);
  }
  const written = changes.filter(({ text }) => text !== undefined).length;
  const removed = changes.length - written;
  const seconds = (host.elapsedMs() / 1000).toFixed(1);
  const counts = [
    `wrote ${written}`,
    `unchanged ${unchanged}`,
    ...(removed > 0 ? [`removed ${removed}`] : []),
  ];
  host.out(`${green("✔")} ${[...counts, `${seconds} s`].join(", ")}`);
}
