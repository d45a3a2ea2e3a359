import { isObject, type Json, type JsonObject } from "@proviso/manifest";
import type { CommandLine, ExitCode } from "@proviso/terminal";
import { commandLineOf, exitCodes, parseJson, readText, UsageError } from "@proviso/terminal";
import { clauses } from "../clauses/clauses.ts";
import type { Action, Clause, Step, Trace } from "../model.ts";
import { mapped, masked } from "../report/masked.ts";
import { traceLines } from "../report/words.ts";
import { withinBudget } from "../run/budget.ts";
import { groupsOf } from "../run/observe.ts";
import { doActions, mayCall, type TrialParts } from "../run/trial.ts";
import { targetOf, tracedOptions } from "./args.ts";
import type { VerifyHost } from "./host.ts";
import { openTarget, type OpenTarget } from "./open-target.ts";

const limits = { calls: Infinity, ms: 300_000 };

/** Makes the calls of a trace again and judges them. Throws a `UsageError` if the file is no trace. */
export async function replay(file: string, line: CommandLine, host: VerifyHost): Promise<ExitCode> {
  const trace = readTrace(file);
  const clause = clauses.find(({ name }) => name === trace.clause);
  if (!clause) throw new UsageError(`this version does not know the clause \`${trace.clause}\` of ${file}`);
  const isNamed = line.command.length > 0 || line.has("url");
  if (!isNamed && !line.has("disposable"))
    throw new UsageError(
      `name the server after \`--\`; or, if you trust whoever made ${file}, add --disposable: it starts ${commandOf(trace)}`,
    );
  const target = isNamed ? targetOf(line) : trace.target;
  const open = await openTarget(withOptions(line, trace, isNamed), target, host.cwd);
  try {
    host.err(`replays ${trace.clause} of ${trace.tool ?? "the server"}: ${commandOf({ target })}`);
    const said = await judgeAgain(trace, clause, open, host);
    host.out(said.lines.join("\n"));
    return said.isRefuted ? exitCodes.findings : exitCodes.clean;
  } finally {
    await open.close();
  }
}

async function judgeAgain(trace: Trace, clause: Clause, open: OpenTarget, host: VerifyHost) {
  const { world } = open;
  const tool = world.tools.find(({ name }) => name === trace.tool);
  if (trace.tool !== undefined && !tool) throw new UsageError(`the server has no tool \`${trace.tool}\``);
  const actions = [...trace.prelude, ...trace.steps].map(({ action }) => action);
  const harmful = actions.find((action) => action.kind === "call" && !mayCall(action.tool, open));
  if (harmful?.kind === "call")
    throw new UsageError(`\`${harmful.tool}\` may do harm: replay it with --disposable`);
  const again = await withinBudget(limits, host.onInterrupt, (budget) => repeat({ ...open, budget }, trace));
  const judgement = clause.judge(tool, again.steps, world);
  const isRefuted = judgement.kind === "refuted";
  const shown = masked(again, isRefuted ? judgement.observed : "", world);
  const verdict = isRefuted ? `refuted: ${shown.observed}` : "not refuted this time";
  return { isRefuted, lines: [...traceLines({ ...trace, ...shown }), `${trace.clause} ${verdict}`] };
}

/** Ids that the server gives anew are put in the place of those of the trace. */
async function repeat(parts: TrialParts, trace: Trace): Promise<Pick<Trace, "prelude" | "steps">> {
  const renamed = new Map<string, Json>();
  const before = [...trace.prelude, ...trace.steps];
  const made: Step[] = [];
  for (const group of groupsOf(before.map(({ action }) => action))) {
    const again = await doActions(
      parts,
      group.map((action) => withRenamed(action, renamed)),
    );
    for (const step of again) {
      pair(dataIn(before[made.length]), dataIn(step), renamed);
      made.push(step);
    }
  }
  const { length } = trace.prelude;
  return { prelude: made.slice(0, length), steps: made.slice(length) };
}

const dataIn = (step: Step | undefined): Json => step?.answer.value ?? step?.answer.text ?? null;

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
  return {
    ...action,
    arguments: mapped(action.arguments, (text) => renamed.get(text) ?? text) as JsonObject,
  };
}

/** A trace may be a stranger's: it brings known options alone, and its command to watch only with its target. */
function withOptions(line: CommandLine, { options }: Trace, isNamed: boolean): CommandLine {
  const brought = isNamed ? tracedOptions.filter((name) => name !== "watch-command") : tracedOptions;
  const known = brought.filter((name) => options[name] !== undefined);
  const values = Object.fromEntries(known.map((name) => [name, [String(options[name])]]));
  return commandLineOf(line.command, { ...values, ...line.values });
}

const commandOf = ({ target }: Pick<Trace, "target">): string =>
  target.kind === "url" ? target.url : `\`${target.command.join(" ")}\``;

function readTrace(file: string): Trace {
  const read = parseJson(readText(file));
  const { format, clause, steps, prelude, target, options } = isObject(read) ? read : {};
  const hasParts = Array.isArray(steps) && Array.isArray(prelude) && isObject(target) && isObject(options);
  if (format === 1 && typeof clause === "string" && hasParts) return read as unknown as Trace;
  throw new UsageError(`${file} is no trace of \`proviso verify\``);
}
