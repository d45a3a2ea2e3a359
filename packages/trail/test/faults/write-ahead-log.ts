import { statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sqliteStore } from "../../../server/src/stores/sqlite.ts";
import { sqliteAudit } from "../../src/trail/sqlite-audit.ts";
import { fixture, summary } from "../../../server/test/sample.ts";
import { seeded } from "../../../server/test/soak/soak-client.ts";
import { count, counted, inFolder, type Trial } from "./trial.ts";

const mebibyte = 1024 * 1024;
/** Above this size the log is emptied, as soon as nobody reads. */
const capMiB = 16;

/** A reader, such as a backup, keeps SQLite from emptying its log; when it has ended the log must not stay long. */
export const writeAheadLog: Trial = ({ rounds, clients, seed }) =>
  inFolder(async (folder) => {
    const file = join(folder, "proviso.sqlite");
    const random = seeded(seed);
    const execute = ({ text }: { readonly text?: unknown }) => ({
      id: String(text).startsWith("big") ? "x".repeat(200_000) : "n",
    });
    const clock = { now: () => new Date() };
    const { call, server } = fixture({
      clock,
      store: sqliteStore({ file }),
      audit: sqliteAudit({ file }),
      execute,
    });
    const answers: Record<string, number> = {};
    let calls = 0;
    const make = async (size: string, times: number): Promise<void> => {
      const some = Array.from({ length: clients }, async (_, client) => {
        for (let at = client; at < times; at += clients) {
          const key = `${size} ${calls++}`;
          count(answers, summary(await call("notes.create", { text: key }, { idempotencyKey: key })));
        }
      });
      await Promise.all(some);
    };
    let [longest, left] = [0, 0];
    const logMiB = (): number => (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) / mebibyte;
    for (let round = 0; round < rounds; round++) {
      const reader = new DatabaseSync(file, { readOnly: true });
      reader.exec("begin");
      reader.prepare("select count(*) from proviso_state").get();
      await make("big", 100 + Math.floor(random() * 100));
      longest = Math.max(longest, logMiB());
      reader.close();
      await make("small", 200);
      left = Math.max(left, logMiB());
    }
    await server.close();
    const { completed = 0, ...others } = answers;
    return [
      { what: "completed", figure: completed },
      ...counted(others).map(({ what, figure }) => ({ what, figure, bound: 0 })),
      { what: "longest log while somebody read, MiB", figure: Math.round(longest) },
      { what: "longest log after nobody did, MiB", figure: Math.round(left), bound: capMiB },
    ];
  });
