// Three processes, of which one is killed in the middle of a call of five steps, and another continues it.
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";

export const steps = ["one", "two", "three", "four", "five"] as const;
export const engines = ["none", "dbos"] as const;
export type Engine = (typeof engines)[number];

/**
 * Where the process dies: while it undoes a step, before that is done or after it; before a step, in it before its effect or after it, or when its result is stored and the engine does not
 * know it yet. Step 5 is the end of the handler.
 */
export interface Kill {
  readonly kind: "before" | "begun" | "acted" | "stored" | "undoing" | "undone";
  readonly step: number;
}

export interface Asked {
  readonly tool: string;
  readonly text: string;
  readonly kill?: Kill;
  /** It is answered with what became of each step. */
  readonly work?: "cancel";
}

export interface Trial extends Kill {
  readonly engine: Engine;
  readonly hasReader: boolean;
}

const kills: readonly Kill[] = [
  { kind: "before", step: steps.length },
  ...steps.flatMap((_, step) =>
    (["before", "begun", "acted", "stored"] as const).map((kind) => ({ kind, step })),
  ),
];
export const trials: readonly Trial[] = kills.flatMap((kill) =>
  engines.flatMap((engine) => [true, false].map((hasReader) => ({ ...kill, engine, hasReader }))),
);

/** What the call made again must say, and what must have happened by then. */
export function expectedEnd({ kind, step, hasReader }: Kill & Pick<Trial, "hasReader">): {
  readonly word: string;
  readonly effects: readonly string[];
} {
  const isInside = kind === "begun" || kind === "acted";
  const isKnown = !isInside || (hasReader && kind === "acted");
  if (isKnown) return { word: "completed", effects: steps };
  return { word: "failed outcome_unknown", effects: steps.slice(0, kind === "acted" ? step + 1 : step) };
}

/** A server process that is started again when it has died. */
function machine(args: readonly string[]) {
  const program = new URL("./fixtures/machine.ts", import.meta.url).pathname;
  let child: ChildProcess | undefined;
  let started: Promise<unknown> = Promise.resolve();
  return {
    async start() {
      child = fork(program, args, { execArgv: [...process.execArgv, "--no-deprecation"] });
      started = once(child, "message");
      await started;
    },
    /** The outcome of a call in words; the signal, if the process died of one. */
    async call(asked: Asked): Promise<string> {
      await started;
      if (!child) throw new Error("the machine is not running");
      const { promise, resolve } = Promise.withResolvers<string>();
      const asking = child;
      const died = (_code: number | null, signal: string | null): void => resolve(String(signal));
      asking.once("message", (word) => resolve(String(word)));
      asking.once("exit", died);
      asking.send(asked);
      const word = await promise;
      asking.off("exit", died);
      return word;
    },
    async end() {
      if (!child || child.signalCode !== null || child.exitCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}

/** Starts three processes over one database. */
export async function startFarm(connectionString: string, engine: Engine) {
  const folder = mkdtempSync(join(tmpdir(), "proviso-steps-"));
  const effects = join(folder, "effects");
  const machines = [0, 1, 2].map((at) => machine([connectionString, `${engine}-${at}`, engine, effects]));
  const database = new Client(connectionString);
  await database.connect();
  await machines[0]?.start();
  await Promise.all(machines.slice(1).map((each) => each.start()));
  let turn = 0;

  /** Sets the lease of a call that nobody runs as if 20 seconds had passed. */
  const passLease = (): Promise<unknown> =>
    database.query(
      `update proviso_state set expires_at = expires_at - 20000 where value like '%"state":"started"%'`,
    );

  return {
    /** Kills one process in a call, makes the call again at another, twice, and returns what they said and did. */
    async run({ hasReader, ...kill }: Kill & Pick<Trial, "hasReader">) {
      const [dying, next, third] = [0, 1, 2].map((each) => machines[(each + turn) % machines.length]);
      const asked = { tool: hasReader ? "notes.copy" : "notes.create", text: `t${turn++}` };
      if (!dying || !next || !third) throw new Error("there are three machines");
      const died = await dying.call({ ...asked, kill });
      await passLease();
      const word = await next.call(asked);
      await passLease();
      const again = await third.call(asked);
      // Ready when it is asked next.
      void dying.start();
      const lines = existsSync(effects) ? readFileSync(effects, "utf8").split("\n") : [];
      const mine = lines.filter((line) => line.startsWith(`${asked.text} `));
      return { died, word, again, effects: mine.map((line) => line.split(" ")[1]) };
    },
    /** Kills one process before step four, and the next one while it undoes step two. What a third one says, and what was undone. */
    async undo(kind: Kill["kind"]) {
      const [dying, next, third] = machines;
      const asked = { tool: "notes.create", text: `u${turn++}` };
      if (!dying || !next || !third) throw new Error("there are three machines");
      const died = [await dying.call({ ...asked, kill: { kind: "before", step: 3 } })];
      await passLease();
      died.push(await next.call({ ...asked, work: "cancel", kill: { kind, step: 1 } }));
      await passLease();
      const said = await third.call({ ...asked, work: "cancel" });
      await Promise.all([dying.start(), next.start()]);
      const lines = readFileSync(effects, "utf8").split("\n");
      const undone = lines.filter((line) => line.startsWith(`${asked.text} undo-`));
      return { died, said, undone: undone.map((line) => line.split(" ")[1]) };
    },
    /** Milliseconds that one call takes. */
    async time(tool: string): Promise<number> {
      const began = performance.now();
      const word = await machines[0]?.call({ tool, text: `t${turn++}` });
      if (word !== "completed") throw new Error(`a timed call was ${word}`);
      return performance.now() - began;
    },
    async remove() {
      await Promise.all(machines.map((each) => each.end()));
      await database.end();
      rmSync(folder, { recursive: true });
    },
  };
}
