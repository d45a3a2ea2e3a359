import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { inspectorUrl, type DevProgram } from "./dev-program.ts";
import type { ServerMessage } from "./messages.ts";

/** The project's own program, which runs with the inspector's part in it. */
export interface DevServer {
  /** Ends the program gracefully, and then starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
  /** The outcome of a call with its trace; undefined if the server ends before it answers. */
  call(asked: object): Promise<unknown>;
}

export interface DevServerEvents {
  told(message: ServerMessage): void;
  printed(text: string, isError: boolean): void;
  /** The program ended by itself, by exit code or signal. `output`: its last standard error. */
  ended(by: number | string, output: string): void;
}

/** Longer than the eight seconds that a server gives to running calls. */
const killAfterMs = 12_000;
const maxErrorCharacters = 4000;

export function devServer(program: DevProgram, events: DevServerEvents): DevServer {
  const waiting = new Map<number, (result: unknown) => void>();
  let child: ChildProcess | undefined;
  let lastId = 0;

  function start(): void {
    const started = spawnServer(program);
    child = started;
    let errors = "";
    started.stdout?.setEncoding("utf8").on("data", (text: string) => events.printed(text, false));
    started.stderr?.setEncoding("utf8").on("data", (text: string) => {
      errors = (errors + text).slice(-maxErrorCharacters);
      events.printed(text, true);
    });
    started.on("message", (message: ServerMessage) => {
      if (child !== started) return;
      if (message.kind === "result") settle(message.id, message);
      else events.told(message);
    });
    started.on("error", (error) => events.printed(`${error.message}\n`, true));
    started.on("close", (code, signal) => {
      for (const id of waiting.keys()) settle(id, undefined);
      if (child !== started) return;
      child = undefined;
      events.ended(code ?? signal ?? "an error", errors.trim());
    });
  }

  function settle(id: number, result: unknown): void {
    waiting.get(id)?.(result);
    waiting.delete(id);
  }

  async function stop(): Promise<void> {
    const ending = child;
    child = undefined;
    if (ending) await endServer(ending);
  }

  return {
    async restart() {
      await stop();
      start();
    },
    stop,
    call(asked) {
      const running = child;
      if (!running?.connected) return Promise.resolve(undefined);
      const id = ++lastId;
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        running.send({ ...asked, kind: "call", id }, (error) => {
          if (error) settle(id, undefined);
        });
      });
    },
  };
}

function spawnServer(program: DevProgram): ChildProcess {
  return spawn(process.execPath, ["--import", inspectorUrl(program), ...program.words], {
    cwd: program.folder,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    // Ctrl-C reaches only this process, which ends the server: a second signal would kill it.
    detached: process.platform !== "win32",
    windowsHide: true,
  });
}

/** Lets running calls end. */
async function endServer(ending: ChildProcess): Promise<void> {
  if (ending.exitCode !== null || ending.signalCode !== null) return;
  const closed = once(ending, "close");
  ending.kill("SIGTERM");
  const timer = setTimeout(() => ending.kill("SIGKILL"), killAfterMs);
  await closed;
  clearTimeout(timer);
}
