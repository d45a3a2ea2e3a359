import { parentPort, workerData } from "node:worker_threads";
import build from "@jitl/quickjs-wasmfile-release-sync";
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSDeferredPromise,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
} from "quickjs-emscripten-core";
import type { Json } from "@proviso/manifest";
import type { FromSandbox, Limit, SandboxEnd, SandboxStart } from "./messages.ts";
import { prelude } from "./prelude.ts";

/** No `Date` and no weak references: a program that runs again must do the same. */
const intrinsics = {
  BaseObjects: true,
  BigInt: true,
  Eval: true,
  JSON: true,
  MapSet: true,
  Promise: true,
  Proxy: true,
  RegExp: true,
  RegExpCompiler: true,
  StringNormalize: true,
  TypedArrays: true,
} as const;

/** Node's, of which its types say nothing. */
const { Memory } = (globalThis as unknown as { WebAssembly: { Memory: new (pages: object) => object } })
  .WebAssembly;
const pageBytes = 64 * 1024;
/** What the engine begins with. Its imports state it. */
const ownPages = 256;
const jobsPerStep = 1000;
const maxLogs = 100;
const maxLogLength = 500;
/** Calls that wait for their turn: if the heap of the thread is full when it takes over a text, the whole process ends. */
const maxWaiting = 400;

interface AskedCall {
  readonly tool: string;
  readonly input: string;
  readonly answer: QuickJSDeferredPromise;
}

/** What happens while a program runs. */
interface Progress {
  readonly calls: AskedCall[];
  readonly logs: string[];
  steps: number;
  /** It has read a pending result, or reached a limit: nothing of it counts from then on. */
  over?: "pending" | Limit;
}

/** Runs one program in a thread of its own, and ends. Replies are given in the order of the calls, so that every run is the same. */
export async function runProgram(): Promise<void> {
  const start = workerData as SandboxStart;
  // Its types are of a CommonJS module.
  // In this build the engine's own limit counts no texts and no buffers: only a memory that grows no further bounds them.
  const maximum = ownPages + Math.ceil(start.limits.memoryBytes / pageBytes);
  const wasmMemory = new Memory({ initial: ownPages, maximum });
  const variant = newVariant(build as unknown as QuickJSSyncVariant, { wasmMemory });
  const quickjs = await newQuickJSWASMModuleFromVariant(variant);
  const runtime = quickjs.newRuntime();
  runtime.setMemoryLimit(start.limits.memoryBytes);
  runtime.setMaxStackSize(start.limits.stackBytes);
  const context = runtime.newContext({ intrinsics });
  const progress: Progress = { calls: [], logs: [], steps: 0 };
  runtime.setInterruptHandler(() => {
    progress.steps += 1;
    if (progress.steps > start.limits.steps) progress.over ??= "steps";
    return progress.over !== undefined;
  });
  tell({ kind: "begin" });
  const end = await endOf(context, runtime, progress, start);
  tell({ kind: "end", end, logs: progress.logs });
  parentPort?.close();
}

async function endOf(
  context: QuickJSContext,
  runtime: QuickJSRuntime,
  progress: Progress,
  start: SandboxStart,
): Promise<SandboxEnd> {
  const main = context.evalCode(`(async () => {${start.source}\n})`, "program.js");
  if (main.error) return thrown(context, main.error, progress);
  const begin = context.unwrapResult(context.evalCode(prelude, "prelude.js"));
  const names = start.tools.map((name) => context.newString(name));
  const list = context.newArray();
  for (const [index, name] of names.entries()) context.setProp(list, index, name);
  const given = [...hostFunctions(context, progress, start), list];
  const run = context.unwrapResult(context.callFunction(begin, context.undefined, given));
  const running = context.callFunction(run, context.undefined, [main.value]);
  if (running.error) return thrown(context, running.error, progress);
  return settle(context, runtime, running.value, progress, start);
}

/** Runs what can run, then gives the reply to the oldest call, until the program has ended. */
async function settle(
  context: QuickJSContext,
  runtime: QuickJSRuntime,
  promise: QuickJSHandle,
  progress: Progress,
  { limits }: SandboxStart,
): Promise<SandboxEnd> {
  for (;;) {
    runJobs(context, runtime, progress, limits.steps);
    const state = progress.over === undefined ? context.getPromiseState(promise) : undefined;
    if (state?.type === "rejected") return thrown(context, state.error, progress);
    if (state?.type === "fulfilled") return returned(context.getString(state.value), limits.textLength);
    if (progress.over !== undefined && progress.over !== "pending")
      return { kind: "limit", limit: progress.over };
    const call = progress.calls.shift();
    if (!call) return { kind: progress.over === undefined ? "stuck" : "stopped" };
    const reply = await ask(call);
    if (progress.over === undefined) context.newString(reply).consume((value) => call.answer.resolve(value));
  }
}

/** Runs what follows the last reply. An endless chain of promises counts as steps too. */
function runJobs(context: QuickJSContext, runtime: QuickJSRuntime, progress: Progress, steps: number): void {
  while (progress.over === undefined && runtime.hasPendingJob()) {
    const jobs = runtime.executePendingJobs(jobsPerStep);
    if (jobs.error) progress.over ??= limitOf(context, jobs.error) ?? "steps";
    progress.steps += 1;
    if (progress.steps > steps) progress.over ??= "steps";
  }
}

function returned(json: string, textLength: number): SandboxEnd {
  if (json.length > textLength) return { kind: "limit", limit: "text" };
  return { kind: "returned", value: JSON.parse(json) as Json };
}

function ask({ input, tool }: AskedCall): Promise<string> {
  const replied = new Promise<string>((resolve) => parentPort?.once("message", resolve));
  tell({ kind: "call", tool, input });
  return replied;
}

function tell(message: FromSandbox): void {
  parentPort?.postMessage(message, []);
}

/** What the prelude calls. They take and return texts alone. */
function hostFunctions(
  context: QuickJSContext,
  progress: Progress,
  { limits }: SandboxStart,
): readonly QuickJSHandle[] {
  return [
    context.newFunction("call", (name, json) => {
      // The program has stopped: what it calls after that is not asked for.
      if (progress.over !== undefined) return undefined;
      const answer = context.newPromise();
      const [tool, input] = [context.getString(name), context.getString(json)];
      if (input.length > limits.textLength || progress.calls.length >= maxWaiting) progress.over = "text";
      else progress.calls.push({ tool, input, answer });
      return answer.handle;
    }),
    context.newFunction("touch", () => {
      progress.over ??= "pending";
    }),
    context.newFunction("log", (line) => {
      if (progress.logs.length >= maxLogs) return;
      // A copy: a slice would keep the whole text.
      progress.logs.push(Buffer.from(context.getString(line).slice(0, maxLogLength)).toString());
    }),
  ];
}

function thrown(context: QuickJSContext, error: QuickJSHandle, progress: Progress): SandboxEnd {
  const limit = progress.over === "pending" ? undefined : (progress.over ?? limitOf(context, error));
  if (limit !== undefined) return { kind: "limit", limit };
  if (progress.over === "pending") return { kind: "stopped" };
  return { kind: "threw", message: messageOf(context, error).slice(0, maxLogLength) };
}

/**
 * Only the engine makes an `InternalError`, unless the program pretends, which ends it as well. Without memory for an error it throws
 * null.
 */
function limitOf(context: QuickJSContext, error: QuickJSHandle): Limit | undefined {
  if (context.sameValue(error, context.null)) return "memory";
  const name = text(context, error, "name");
  const message = text(context, error, "message");
  if (name !== "InternalError") return undefined;
  if (message === "interrupted") return "steps";
  return message === "stack overflow" ? "stack" : "memory";
}

function messageOf(context: QuickJSContext, error: QuickJSHandle): string {
  const [name, message] = [text(context, error, "name"), text(context, error, "message")];
  const stack = text(context, error, "stack") ?? "";
  const line = /program\.js:(\d+)/.exec(stack)?.[1];
  const where = line === undefined ? "" : ` (line ${line})`;
  return message === undefined
    ? "the program threw what is no error"
    : `${name ?? "Error"}: ${message}${where}`;
}

/** A property that is text. Whatever a getter of the program does is bounded as the program is. */
function text(context: QuickJSContext, owner: QuickJSHandle, name: string): string | undefined {
  const kind = context.typeof(owner);
  if (kind !== "object" && kind !== "function") return undefined;
  const got = context.getProp(owner, name);
  return got.consume((value) => (context.typeof(value) === "string" ? context.getString(value) : undefined));
}
