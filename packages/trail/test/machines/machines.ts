import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { metaKeys } from "@proviso/manifest";
import { wordsOf, type HttpWay } from "../faults/over-http.ts";

const program = new URL("./fixtures/machine.ts", import.meta.url).pathname;

/** A server process with its own folder of keys and its own chain. */
export interface Machine {
  readonly sdk: 1 | 2;
  /** Its address, which each start changes. */
  url(): string;
  start(): Promise<void>;
  /** Resolves with its exit code, or the signal that ended it. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<number | string>;
}

export interface Machines {
  readonly machines: readonly Machine[];
  /** What the handlers were called with. */
  effects(): readonly string[];
  /** The public keys of all chains. */
  publicKeys(): readonly string[];
  remove(): Promise<void>;
}

/** Starts a machine for each SDK. They share one database and one state key. */
export async function startMachines(connectionString: string, sdks: readonly (1 | 2)[]): Promise<Machines> {
  const folder = mkdtempSync(join(tmpdir(), "proviso-machines-"));
  const effects = join(folder, "effects");
  const keysOf = (index: number): string => join(folder, `keys-${index}`);
  const machines = sdks.map((sdk, index) =>
    machine(sdk, [connectionString, keysOf(index), `machine-${index}`, String(sdk), effects]),
  );
  await machines[0]?.start();
  for (const index of sdks.keys()) {
    if (index === 0) continue;
    mkdirSync(keysOf(index), { mode: 0o700 });
    copyFileSync(join(keysOf(0), "state.key"), join(keysOf(index), "state.key"));
  }
  await Promise.all(machines.slice(1).map((each) => each.start()));
  return {
    machines,
    effects: () => (existsSync(effects) ? readFileSync(effects, "utf8").split("\n").slice(0, -1) : []),
    publicKeys: () => [...sdks.keys()].map((index) => readFileSync(join(keysOf(index), "audit.pub"), "utf8")),
    async remove() {
      await Promise.all(machines.map((each) => each.end("SIGKILL")));
      rmSync(folder, { recursive: true });
    },
  };
}

function machine(sdk: 1 | 2, args: readonly string[]): Machine {
  let child: ChildProcess | undefined;
  let url = "";
  return {
    sdk,
    url: () => url,
    async start() {
      const started = fork(program, args);
      child = started;
      const failed = once(started, "exit").then(([code]) => {
        throw new Error(`a machine ended with ${code} at its start`);
      });
      failed.catch(() => {});
      [url] = (await Promise.race([once(started, "message"), failed])) as [string];
    },
    async end(signal) {
      const ending = child;
      child = undefined;
      if (!ending || ending.exitCode !== null) return ending?.exitCode ?? 0;
      const exited = once(ending, "exit");
      ending.kill(signal);
      const [code, by] = (await exited) as [number | null, string | null];
      return code ?? by ?? "";
    },
  };
}

/** A client with a connection to each machine that speaks its protocol. */
export function caller(way: HttpWay, machines: readonly Machine[]) {
  const usable = machines.filter(({ sdk }) => way.name === "1.x" || sdk === 2);
  const connected = new Map<string, ReturnType<HttpWay["connect"]>>();

  /** One call, as words; `unanswered` if the machine was not there or went away. */
  async function call(at: Machine, key: string): Promise<string> {
    const url = at.url();
    try {
      const client = connected.get(url) ?? way.connect(url, "anna");
      connected.set(url, client);
      const _meta = { [metaKeys.idempotencyKey]: key };
      return wordsOf(await (await client).call({ name: "notes.create", arguments: { text: key }, _meta }));
    } catch {
      connected.delete(url);
      return "unanswered";
    }
  }

  return {
    call,
    /** Calls one machine after the other, with the same key, until the answer says how the call ended. */
    async callUntilClear(key: string, from = 0): Promise<string> {
      for (let attempt = from; ; attempt++) {
        const at = usable[attempt % usable.length];
        const word = at ? await call(at, key) : "there is no machine";
        if (!["unanswered", "refused server_unavailable", "refused in_progress"].includes(word)) return word;
        await setTimeout(20);
      }
    },
    async close() {
      const clients = await Promise.allSettled(connected.values());
      for (const client of clients) if (client.status === "fulfilled") await client.value.close();
    },
  };
}
