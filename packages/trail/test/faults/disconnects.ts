import { setTimeout } from "node:timers/promises";
import { fixture, tool } from "../../../server/test/sample.ts";
import { seeded } from "../../../server/test/soak/soak-client.ts";
import { serveAll, ways, wordsOf, type HttpWay } from "./over-http.ts";
import { count, counted, effectCounter, none, pick, type Finding, type Trial } from "./trial.ts";

/** Longer than an effect may run after its caller has left; only long trials have the time. */
const lateMs = 12_000;
const longRounds = 10;

/** Clients that disconnect during keyed effects, over HTTP. A repeated call gets the outcome. */
export const disconnects: Trial = async (size) => {
  const perWay = await Promise.all(ways.map((way) => leaveAll(way, size)));
  return perWay.flatMap((findings, at) =>
    findings.map((finding) => ({ ...finding, what: `${ways[at]?.name}: ${finding.what}` })),
  );
};

async function leaveAll(
  way: HttpWay,
  { rounds, clients, seed }: Parameters<Trial>[0],
): Promise<readonly Finding[]> {
  const random = seeded(seed);
  const effects = effectCounter();
  const { audit, server } = fixture({
    tools: [tool({ timeoutMs: 60_000 })],
    clock: { now: () => new Date() },
    callsAtOnce: 10_000,
    async execute({ text }) {
      const key = String(text);
      effects.add(key);
      await setTimeout(Number(key.split(" ").at(-1)));
      return { id: key };
    },
  });
  const listener = await serveAll(way, server);
  const words: Record<string, number> = {};
  const destroyed: string[] = [];

  async function leave(key: string, isGivingUp: boolean): Promise<void> {
    const call = {
      name: "notes.create",
      arguments: { text: key },
      _meta: { "dev.proviso/idempotencyKey": key },
    };
    const client = await way.connect(listener.url, "anna");
    const giveUp = new AbortController();
    const left = client.call(call, { signal: giveUp.signal }).catch(() => {});
    while (effects.of(key) === 0) await setTimeout(10);
    if (isGivingUp) giveUp.abort("enough");
    else await client.close();
    await left;
    await client.close();
    const again = await way.connect(listener.url, "anna");
    for (let tries = 0; ; tries++) {
      const result = await again.call(call);
      const word = wordsOf(result);
      count(words, word);
      if (word === "replayed") break;
      // Between the end of the grace and the end of the effect the outcome is in doubt.
      if (word !== "failed outcome_unknown" || tries > 100) destroyed.push(`${key}: ${word}`);
      if (word !== "failed outcome_unknown" || tries > 100) break;
      await setTimeout(200);
    }
    await again.close();
  }

  for (let round = 0; round < rounds; round++) {
    const ms = (): number => pick(random, rounds < longRounds ? [20, 300] : [20, 300, lateMs]);
    await Promise.all(
      Array.from({ length: clients }, (_, client) => leave(`${round} ${client} ${ms()}`, random() < 0.5)),
    );
  }
  const records = audit.records;
  const isSettled = (id: string): boolean =>
    records.some(({ kind, callId }) => kind === "settlement" && callId === id);
  const doubts = records.filter(
    ({ kind, failure, replayed }) => kind === "outcome" && failure === "outcome_unknown" && !replayed,
  );
  await listener.close();
  await server.close();
  return [
    ...counted(words).map(({ what, figure }) => ({ what: `a repeat was answered ${what}`, figure })),
    effects.all(),
    effects.doubled(),
    none("good results that were destroyed", destroyed),
    { what: "effects that ended late", figure: doubts.length },
    none(
      "of these without a settlement on record",
      doubts.flatMap(({ callId }) => (isSettled(callId) ? [] : [callId])),
    ),
  ];
}
