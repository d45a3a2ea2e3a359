import { renameSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { ToolFailure } from "../../../server/src/api/failure.ts";
import { sqliteStore } from "../../../server/src/stores/sqlite.ts";
import { sqliteAudit } from "../../src/trail/sqlite-audit.ts";
import { fixture, tool } from "../../../server/test/sample.ts";
import { seeded } from "../../../server/test/soak/soak-client.ts";
import { serveAll, ways, wordsOf } from "./over-http.ts";
import { count, counted, effectCounter, inFolder, none, pick, type Trial } from "./trial.ts";

const endings = [
  "good",
  "declared",
  "throws before",
  "throws after",
  "misfits",
  "too big",
  "late",
  "database gone",
] as const;

/**
 * Handlers that end in every way, over HTTP. What a caller is told is never less certain than what happened: `refused` and a declared
 * failure mean no effect, `completed` means one, and only `outcome_unknown` may mean either.
 */
export const certainty: Trial = ({ rounds, clients, seed }) =>
  inFolder(async (folder) => {
    const file = join(folder, "proviso.sqlite");
    const random = seeded(seed);
    const effects = effectCounter();
    const opened = { file, onOutage: () => {} };
    const { server } = fixture({
      tools: [tool({ timeoutMs: 300 })],
      clock: { now: () => new Date() },
      store: sqliteStore(opened),
      audit: sqliteAudit(opened),
      maxResultBytes: 1000,
      async execute({ text }) {
        const key = String(text);
        const ending = key.split(": ").at(-1) as (typeof endings)[number];
        if (ending === "declared") throw new ToolFailure("disk_busy");
        if (ending === "throws before") throw new Error("before");
        effects.add(key);
        if (ending === "throws after") throw new Error("after");
        if (ending === "late") await setTimeout(600);
        if (ending === "database gone") renameSync(file, `${file}.away`);
        return { misfits: { wrong: 1 }, "too big": { id: "x".repeat(2000) } }[String(ending)] ?? { id: "n" };
      },
    });
    const answers: Record<string, number> = {};
    const wrong: string[] = [];
    const checkAnswer = (key: string, words: string): void => {
      const times = effects.of(key);
      const isRight =
        words === "failed outcome_unknown" ||
        (times === 0 && (words.startsWith("refused ") || words === "failed disk_busy")) ||
        (times === 1 && (words === "completed" || words === "replayed"));
      if (!isRight) wrong.push(`${key}: ${words}, and ${times} effects`);
    };
    for (const way of ways) {
      const listener = await serveAll(way, server);
      const client = await way.connect(listener.url, "anna");
      for (let round = 0; round < rounds; round++) {
        // One that takes the database away is alone, so that it is clear what it did.
        const isGone = round % 4 === 3;
        const some = endings.filter((ending) => (ending === "database gone") === isGone);
        const calls = Array.from({ length: isGone ? 1 : clients }, async (_, number) => {
          const key = `${way.name} ${round} ${number}: ${pick(random, some)}`;
          const isKeyed = random() < 0.5;
          const _meta = isKeyed ? { _meta: { "dev.proviso/idempotencyKey": key } } : {};
          const call = { name: "notes.create", arguments: { text: key }, ..._meta };
          const words = wordsOf(await client.call(call));
          count(answers, `${key.split(": ").at(-1)}: ${words}`);
          checkAnswer(key, words);
          const isOnce = isKeyed && words !== "failed disk_busy" && !isGone;
          if (isOnce) checkAnswer(key, wordsOf(await client.call(call)));
        });
        await Promise.all(calls);
        if (isGone) renameSync(`${file}.away`, file);
      }
      await client.close();
      await listener.close();
    }
    await server.close();
    return [
      ...counted(answers),
      effects.all(),
      effects.doubled(),
      none("answers that are more certain than what happened", wrong),
    ];
  });
