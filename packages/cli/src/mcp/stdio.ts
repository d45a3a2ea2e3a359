import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import type { Json, JsonObject } from "@proviso/manifest";
import { type Connection, type Limits, readMessage, resultOf, ServerError } from "./connection.ts";

/** How long a server has to end by itself once nobody writes to it any more, and then once it is asked to. */
const patienceMs = 2000;
/** Of what the server prints for people, the end. */
const mostOfErrors = 2000;

/** Starts a server, which is ended by `close`, and speaks JSON-RPC with it, a message a line. */
export function connectStdio(command: readonly string[], cwd: string, limits: Limits): Connection {
  const child = start(command, cwd);
  const requests = openRequests();
  const errors = { text: "" };
  const fail = (message: string): void => requests.fail(new ServerError(message + quoted(errors.text)));
  const timer = setTimeout(
    () => fail(`the server did not list its tools within ${limits.timeoutMs / 1000} s`),
    limits.timeoutMs,
  );
  child.on("error", (error) => fail(`\`${command[0]}\` cannot be started: ${error.message}`));
  child.on("close", () => fail("the server ended before it listed its tools"));
  child.stdin.on("error", () => fail("the server takes no input"));
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors.text = (errors.text + text).slice(-mostOfErrors);
  });
  const write = (message: JsonObject): void => {
    if (child.stdin.writable) child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  };
  readLines(child, limits.bytes, fail, (line) => {
    const message = readMessage(line);
    if (!message || requests.settle(message)) return;
    if (message["id"] !== undefined && typeof message["method"] === "string") write(answerTo(message));
  });
  const stop = (): void => end(child, "SIGKILL");
  process.once("exit", stop);
  return {
    async request(method, params) {
      const { id, result } = requests.open(method);
      write({ id, method, params });
      return result;
    },
    notify: async (method) => write({ method }),
    async close() {
      clearTimeout(timer);
      await ended(child);
      process.off("exit", stop);
    },
  };
}

function start([program = "", ...words]: readonly string[], cwd: string): ChildProcessWithoutNullStreams {
  const isWindows = process.platform === "win32";
  // A group of its own, so that what the server starts ends with it; on Windows only a shell finds `npx`.
  return spawn(program, words, { cwd, detached: !isWindows, shell: isWindows });
}

/** What a server asks for: it gets no more than a sign of life. */
function answerTo({ id = null, method }: JsonObject): JsonObject {
  if (method === "ping") return { id, result: {} };
  if (method === "roots/list") return { id, result: { roots: [] } };
  return { id, error: { code: -32_601, message: "this client only lists tools" } };
}

interface OpenRequests {
  open(method: string): { readonly id: number; readonly result: Promise<Json> };
  /** False if the message answers none of them. */
  settle(message: JsonObject): boolean;
  /** For all that are open, and all that follow. */
  fail(error: ServerError): void;
}

interface Waiting {
  readonly method: string;
  resolve(result: Json): void;
  reject(error: unknown): void;
}

function openRequests(): OpenRequests {
  const waiting = new Map<Json, Waiting>();
  let last = 0;
  let failure: ServerError | undefined;
  return {
    open(method) {
      last += 1;
      const id = last;
      const result = new Promise<Json>((resolve, reject) => {
        if (failure) reject(failure);
        else waiting.set(id, { method, resolve, reject });
      });
      return { id, result };
    },
    settle(message) {
      const { id = null, method } = message;
      const asked = method === undefined ? waiting.get(id) : undefined;
      if (!asked) return false;
      waiting.delete(id);
      try {
        asked.resolve(resultOf(message, asked.method));
      } catch (error) {
        asked.reject(error);
      }
      return true;
    },
    fail(error) {
      failure ??= error;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    },
  };
}

function readLines(
  { stdout }: ChildProcessWithoutNullStreams,
  limit: number,
  fail: (message: string) => void,
  receive: (line: string) => void,
): void {
  let parts: string[] = [];
  let size = 0;
  stdout.setEncoding("utf8").on("data", (text: string) => {
    size += text.length;
    if (size > limit) {
      stdout.destroy();
      return fail(`the server sends more than ${limit / 1_000_000} MB`);
    }
    const lines = text.split("\n");
    for (const [index, line] of lines.entries()) {
      parts.push(line);
      if (index === lines.length - 1) continue;
      receive(parts.join(""));
      parts = [];
    }
  });
}

function quoted(errors: string): string {
  return errors.trim() === "" ? "" : `; it says:\n${errors.trim()}`;
}

async function ended(child: ChildProcessWithoutNullStreams): Promise<void> {
  child.stdin.end();
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    if (await hasEnded(child)) break;
    end(child, signal);
  }
  await hasEnded(child);
  // What it started may have outlived it.
  end(child, "SIGKILL");
  for (const stream of [child.stdout, child.stderr, child.stdin]) stream.destroy();
}

async function hasEnded(child: ChildProcessWithoutNullStreams): Promise<boolean> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return true;
  const timeout = AbortSignal.timeout(patienceMs);
  return once(child, "exit", { signal: timeout }).then(
    () => true,
    () => false,
  );
}

function end({ pid }: ChildProcessWithoutNullStreams, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, signal);
  } catch {
    // It has ended already.
  }
}
