// A server of `fixtures/serving.ts` in a process of its own.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";

export const program = new URL("./fixtures/serving.ts", import.meta.url).pathname;

export interface Running {
  readonly child: ChildProcess;
  /** The next line on standard error. */
  line(): Promise<string>;
  /** The exit code and the lines that were not read. */
  end(): Promise<readonly [code: number | null, lines: readonly string[]]>;
}

export function start(options: object): Running {
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  const exit = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await exit;
  });
  const lines = createInterface({ input: child.stderr })[Symbol.asyncIterator]();
  const line = async (): Promise<string> => String((await lines.next()).value);
  return {
    child,
    line,
    async end() {
      const rest: string[] = [];
      for await (const each of lines) rest.push(each);
      const [code] = (await exit) as [number | null];
      return [code, rest];
    },
  };
}

/** Starts a server on a free port. */
export async function listen(options: object): Promise<Running & { readonly url: string }> {
  const running = start({ http: 0, identified: true, ...options });
  const url = /^serving (http:.*)$/.exec(await running.line())?.[1];
  if (url === undefined) throw new Error("no address");
  return { ...running, url };
}
