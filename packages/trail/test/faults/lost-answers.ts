import { setTimeout } from "node:timers/promises";
import { startCluster } from "@proviso/postgres";
import { postgresStore } from "../../../server/src/stores/postgres.ts";
import { startProxy } from "../../../server/test/postgres/stalling-proxy.ts";
import { fixture, summary } from "../../../server/test/sample.ts";
import { seeded } from "../../../server/test/soak/soak-client.ts";
import { count, counted, effectCounter, none, pick, type Trial } from "./trial.ts";

/** Less than the twenty seconds after which a claim ends by itself. */
const patienceMs = 15_000;
/** Longer than a claim lives. Only long trials have the time. */
const longAwayMs = 25_000;

/** A database that executes a statement while its response is lost, at each step of a keyed call. */
export const lostAnswers: Trial = async ({ rounds, seed }) => {
  const cluster = await startCluster();
  const proxy = await startProxy(await cluster.createDatabase());
  try {
    const random = seeded(seed);
    const effects = effectCounter();
    const { call, server } = fixture({
      clock: { now: () => new Date() },
      store: await postgresStore({ connectionString: proxy.connectionString, onOutage: () => {} }),
      onFault: () => {},
      execute({ text }) {
        effects.add(String(text));
        return { id: "n" };
      },
    });
    const losses: Record<string, number> = {};
    const doubts: string[] = [];
    const locked: string[] = [];
    const lost: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const isLong = round % 10 === 9;
      const step = isLong ? "started" : pick(random, ["held", "started", "done"]);
      const how = pick(random, ["cut", "stall"] as const);
      const isGone = random() < 0.5 || isLong;
      const awayMs = isLong ? longAwayMs : random() * 2000;
      const key = `${round} ${step} ${how}${isGone ? " and away" : ""}`;
      const isLost = proxy.loseAnswer(new RegExp(`"state":"${step}"`), how);
      void isLost.then(() => {
        count(losses, `answers to a ${step} record lost: ${how}`);
        if (isGone) proxy.cut();
        return setTimeout(awayMs).then(() => proxy.restore());
      });
      const end = performance.now() + patienceMs + awayMs;
      for (let word = ""; word !== "completed" && word !== "replayed"; await setTimeout(100)) {
        word = summary(await call("notes.create", { text: key }, { idempotencyKey: key }));
        // After so long its lease has ended; that nothing ran is known when it is freed.
        if (word.endsWith("outcome_unknown") && !isLong) doubts.push(key);
        if (performance.now() < end) continue;
        locked.push(`${key}: ${word}`);
        break;
      }
      await isLost;
      if (effects.of(key) !== 1) lost.push(key);
    }
    await server.close();
    return [
      ...counted(losses),
      effects.doubled(),
      none("calls whose effect did not happen", lost),
      none("keys that stayed locked", locked),
      none("calls said to be in doubt", doubts),
    ];
  } finally {
    await proxy.close();
    await cluster.remove();
  }
};
