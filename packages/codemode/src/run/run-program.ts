import type { ToolContract } from "@proviso/manifest";
import { identityOf } from "@proviso/server/extension";
import type { OpenProgram } from "../journal/journal.ts";
import { runSandbox, type SandboxRun } from "../sandbox/sandbox.ts";
import { inTurn } from "../sandbox/turns.ts";
import { runProgram } from "../tools/contracts.ts";
import { collector, type Collector } from "../set/collector.ts";
import { answerCall } from "./answer-call.ts";
import type { ProgramContext } from "./program-handler.ts";
import type { Progress, RunParts, Turn } from "./turn.ts";

/** What came of running a program as far as it goes. */
export interface Ran extends Readonly<Progress> {
  readonly end: SandboxRun["end"];
  readonly logs: readonly string[];
  readonly collected: Collector;
  /** Says of the first tool in the source that the caller has none such, and which are beside it. Undefined if all are there. */
  readonly missing: string | undefined;
}

/** Runs a program from its beginning: calls that are in the journal get their replies from there, and the others are made. */
export async function runProgramOnce(
  parts: RunParts,
  program: OpenProgram,
  { mode, source }: { readonly mode: Turn["mode"]; readonly source: string },
  context: ProgramContext,
): Promise<Ran> {
  const { host, limits } = parts;
  const begun = performance.now();
  const contracts = new Map(callable(host, context).map((tool) => [tool.name, tool]));
  const progress: Progress = { calls: 0, places: 0, pending: 0, unasked: 0, replyBytes: 0 };
  const collected = collector();
  const isOver = (): boolean => performance.now() - begun > limits.turnMs;
  const turn: Turn = { parts, program, mode, context, contracts, collected, progress, isOver };
  const start = { source, tools: [...contracts.keys()], limits: limits.sandbox };
  const { principal, signal } = context;
  const { end, logs } = await inTurn(identityOf(principal), signal, () =>
    runSandbox(start, limits.silentMs, signal, (tool, text) => answerCall(turn, tool, text)),
  );
  return { ...progress, end, logs, collected, missing: missingTool(source, start.tools) };
}

const maxBeside = 30;

function missingTool(source: string, names: readonly string[]): string | undefined {
  const isThere = (path: string): boolean =>
    names.some((name) => `${path}.`.startsWith(`${name}.`) || name.startsWith(`${path}.`));
  const [, path] = [...source.matchAll(/\btools\.([\w.]*\w)/g)].find(([, each = ""]) => !isThere(each)) ?? [];
  if (path === undefined) return undefined;
  const near = names.filter((name) => name.startsWith(`${path.split(".")[0]}.`));
  const beside = near.length > 0 ? near : [...new Set(names.map((name) => `${name.split(".")[0]}.*`))];
  return `There is no tool ${path}; there are ${beside.slice(0, maxBeside).join(", ")}.`;
}

/** The tools that programs of this call may call: what its caller sees of its toolset. A program runs no program. */
export function callable(
  { list }: RunParts["host"],
  { options: { toolset = () => true }, principal }: ProgramContext,
): readonly ToolContract[] {
  return list(principal).filter((tool) => tool.domain !== runProgram.domain && toolset(tool));
}
