import { readFileSync } from "node:fs";
import { isObject, type Json, type JsonObject } from "@proviso/manifest";
import { exitCodes, UsageError, type ExitCode } from "@proviso/terminal";
import { clauses } from "../clauses/clauses.ts";
import type { Action, Step, Tool, Trace } from "../model.ts";
import { traceLines } from "../report/words.ts";
import { budgetOf } from "../run/budget.ts";
import { observer } from "../run/observe.ts";
import { doActions, type TrialParts } from "../run/trial.ts";
import type { Line } from "./args.ts";
import type { VerifyHost } from "./host.ts";
import { openTarget } from "./open-target.ts";
import { targetOf } from "./target-of.ts";

const maxMs = 300_000;

/** Makes the calls of a trace again and judges them. Throws a `UsageError` if the file is no trace. */
export async function replay(file: string, line: Line, host: VerifyHost, version: string): Promise<ExitCode> {
  const trace = readTrace(file);
  const clause = clauses.find(({ name }) => name === trace.clause);
  if (!clause)
    throw new UsageError(`${file} is about the clause \`${trace.clause}\`, which this version does not know`);
  const isNamed = line.command.length > 0 || line.has("url");
  if (!isNamed && !line.has("disposable"))
    throw new UsageError(
      `name the server after \`--\`; or, if you trust whoever made ${file}, add --disposable: it starts ${commandOf(trace)}`,
    );
  const target = isNamed ? targetOf(line) : trace.target;
  const open = await openTarget(withOptions(line, trace, isNamed), target, host.cwd, version);
  const budget = budgetOf(Infinity, maxMs);
  const stopListening = host.onInterrupt(() => budget.end("interrupted"));
  try {
    host.err(`replays ${trace.clause} of ${trace.tool ?? "the server"}: ${commandOf({ target })}`);
    const tool =
      trace.tool === undefined ? undefined : open.world.tools.find(({ name }) => name === trace.tool);
    if (trace.tool !== undefined && !tool) throw new UsageError(`the server has no tool \`${trace.tool}\``);
    const listed = new Set(open.world.tools.map(({ name }) => name));
    const mayCall = (name: string): boolean =>
      listed.has(name) ? !open.whyNot.has(name) : open.isDisposable;
    const refused = callsIn(trace).find((name) => !mayCall(name));
    if (refused !== undefined)
      throw new UsageError(`\`${refused}\` may do harm: replay it with --disposable`);
    const parts: TrialParts = {
      observer: observer(open.server, open.oracles, line.all("ignore")),
      budget,
      world: open.world,
      mayCall,
    };
    const again = await repeat(parts, trace);
    const judgement = clause.judge(tool satisfies Tool | undefined, again.steps, open.world);
    const observed = judgement.kind === "refuted" ? judgement.observed : "";
    const lines = traceLines({ ...trace, ...again, observed });
    const verdict = judgement.kind === "refuted" ? `refuted: ${observed}` : "not refuted this time";
    host.out([...lines, `${trace.clause} ${verdict}`].join("\n"));
    return judgement.kind === "refuted" ? exitCodes.findings : exitCodes.clean;
  } finally {
    stopListening();
    budget.close();
    await open.close();
  }
}

/** Ids that the server gives anew are put in the place of those of the trace. */
async function repeat(parts: TrialParts, trace: Trace): Promise<Pick<Trace, "prelude" | "steps">> {
  const renamed = new Map<string, Json>();
  const prelude: Step[] = [];
  for (const step of trace.prelude) {
    const [again] = await doActions(parts, [withRenamed(step.action, renamed)]);
    if (!again) continue;
    prelude.push(again);
    pair(dataIn(step), dataIn(again), renamed);
  }
  const actions = trace.steps.map(({ action }) => withRenamed(action, renamed));
  return { prelude, steps: await doActions(parts, actions) };
}

const dataIn = ({ answer: { value, text } }: Step): Json => value ?? text ?? null;

/** Notes each text that stands in the same place of two answers and is another one now. */
function pair(was: Json | undefined, is: Json | undefined, renamed: Map<string, Json>): void {
  if (typeof was === "string" && is !== undefined && was !== is) renamed.set(was, is);
  else if (Array.isArray(was) && Array.isArray(is))
    was.forEach((item: Json, index) => pair(item, is[index] as Json | undefined, renamed));
  else if (isObject(was) && isObject(is))
    for (const [name, inner] of Object.entries(was)) pair(inner, is[name], renamed);
}

function withRenamed(action: Action, renamed: ReadonlyMap<string, Json>): Action {
  if (action.kind !== "call") return action;
  const replaced = (value: Json): Json => {
    if (typeof value === "string") return renamed.get(value) ?? value;
    if (Array.isArray(value)) return value.map(replaced);
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaced(inner)]))
      : value;
  };
  return { ...action, arguments: replaced(action.arguments) as JsonObject };
}

function callsIn({ prelude, steps }: Trace): readonly string[] {
  return [...prelude, ...steps].flatMap(({ action }) => (action.kind === "call" ? [action.tool] : []));
}

/** A command that a stranger's trace wants to be run is run only if the whole of its target is. */
function withOptions(line: Line, { options }: Trace, isNamed: boolean): Line {
  const known = new Map(Object.entries(options).filter(([name]) => !isNamed || name !== "watch-command"));
  return {
    ...line,
    text: (name) => line.text(name) ?? known.get(name),
    has: (name) => line.has(name) || known.has(name),
  };
}

function commandOf({ target }: Pick<Trace, "target">): string {
  return target.kind === "url" ? target.url : `\`${target.command.join(" ")}\``;
}

function readTrace(file: string): Trace {
  let read: unknown;
  try {
    read = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const isTrace =
    isObject(read) &&
    read["format"] === 1 &&
    typeof read["clause"] === "string" &&
    Array.isArray(read["steps"]) &&
    Array.isArray(read["prelude"]) &&
    isObject(read["target"]) &&
    isObject(read["options"]);
  if (!isTrace) throw new UsageError(`${file} is no trace of \`proviso verify\``);
  return read as unknown as Trace;
}
