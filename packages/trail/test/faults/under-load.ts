import { setTimeout } from "node:timers/promises";
import { verifyAudit } from "../../src/trail/verify-audit.ts";
import { fixture, summary } from "../../../server/test/sample.ts";
import { seeded } from "../../../server/test/soak/soak-client.ts";
import { failingPostgres, failingSqlite, type Fault } from "./failing-databases.ts";
import { count, counted, effectCounter, none, type Finding, type Trial } from "./trial.ts";

/** Clients that call a server while its database fails in one way after the other. */
function underLoad(open: typeof failingSqlite): Trial {
  return async ({ rounds, clients, seed }) => {
    const told: string[] = [];
    const database = await open((line) => void told.push(line));
    try {
      const effects = effectCounter();
      const { call, server } = fixture({
        clock: { now: () => new Date() },
        store: database.store,
        audit: database.audit,
        onFault: () => {},
        execute({ text }) {
          effects.add(String(text));
          return { id: String(text) };
        },
      });
      const answers: Record<string, number> = {};
      const done: string[] = [];
      const end = new AbortController();

      /** Calls until a response contains the outcome. */
      async function callUntilClear(key: string): Promise<void> {
        for (;;) {
          const word = summary(await call("notes.create", { text: key }, { idempotencyKey: key }));
          count(answers, word);
          if (word === "completed" || word === "replayed") done.push(key);
          if (!word.startsWith("refused") || word.endsWith("outcome_unknown")) return;
          if (end.signal.aborted && word.endsWith("in_progress")) return;
          await setTimeout(50);
        }
      }
      const running = Array.from({ length: clients }, async (_, client) => {
        for (let i = 0; !end.signal.aborted; i++) await callUntilClear(`${client}-${i}`);
      });
      const refused = (): number => answers["refused server_unavailable"] ?? 0;
      const seen = await injectFaults(database.faults, { rounds, seed, told, refused });
      end.abort();
      await Promise.all(running);
      await callUntilClear("the last one, for which all works again");
      await server.close();
      const trail = await database.read();
      const audit = await verifyAudit(trail);
      await trail.close();
      return [
        ...seen,
        ...counted(answers).map(({ what, figure }) => ({ what: `answered ${what}`, figure })),
        effects.all(),
        effects.doubled(),
        none(
          "told that it was done, and it was not",
          done.filter((key) => effects.of(key) === 0),
        ),
        none("what verification found in the audit trail", audit.ok ? [] : [audit.message]),
        { what: "audit records", figure: audit.ok ? audit.records : 0 },
      ];
    } finally {
      await database.close();
    }
  };
}

export const sqliteUnderLoad: Trial = underLoad(failingSqlite);
export const postgresUnderLoad: Trial = underLoad(failingPostgres);

interface Watched {
  readonly rounds: number;
  readonly seed: number;
  /** The lines to the operator. */
  readonly told: readonly string[];
  /** How many calls have been refused. */
  refused(): number;
}

/** Injects one fault after the other, each kind equally often. The operator gets one line for its start and one for its end. */
async function injectFaults(
  faults: Readonly<Record<string, Fault>>,
  { rounds, seed, told, refused }: Watched,
): Promise<readonly Finding[]> {
  const random = seeded(seed);
  const kinds = Object.entries(faults);
  const times: Record<string, number> = {};
  const wrong: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const [name, fault] = kinds[round % kinds.length] ?? [];
    if (!name || !fault) continue;
    await setTimeout(500 + random() * 1000);
    const [toldBefore, refusedBefore] = [told.length, refused()];
    await fault(random);
    const lines = await linesUntilOver(told, toldBefore);
    count(times, name);
    const isRight = lines.length === 2 || (lines.length === 0 && refused() === refusedBefore);
    if (!isRight) wrong.push(`${name}: ${lines.join(" | ") || "nothing was told"}`);
  }
  return [
    ...counted(times),
    none("faults of which an operator was not told once, and once that they are over", wrong),
  ];
}

/** An outage is over a second after the last failure; a hanging connection is noticed within two. */
async function linesUntilOver(told: readonly string[], before: number): Promise<readonly string[]> {
  const isOver = (): boolean => told.at(-1)?.includes("can be used again") ?? true;
  await setTimeout(3000);
  for (let waited = 0; waited < 15_000 && !isOver(); waited += 100) await setTimeout(100);
  return told.slice(before);
}
