import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sqliteStore } from "../../../server/src/stores/sqlite.ts";
import { sqliteAudit } from "../../src/trail/sqlite-audit.ts";
import { fixture, summary, tool } from "../../../server/test/sample.ts";
import { seeded } from "../../../server/test/soak/soak-client.ts";
import { count, counted, effectCounter, inFolder, none, pick, type Trial } from "./trial.ts";

const inputSchema = { type: "object", properties: { a: {}, b: {}, c: {} }, additionalProperties: false };
const keys = [["a"], ["a", "b"], ["b"], ["a", "b", "c"], ["c", "a"]] as const;

/**
 * Deployments over one file whose contracts tell calls apart by other fields each time. In between the file is in use by a newer
 * version, or was truncated: no server may start on it.
 */
export const upgrades: Trial = ({ rounds, clients, seed }) =>
  inFolder(async (folder) => {
    const file = join(folder, "proviso.sqlite");
    const random = seeded(seed);
    const effects = effectCounter();
    const answers: Record<string, number> = {};
    const started: string[] = [];

    async function deploy(): Promise<void> {
      const idempotency = { key: [...pick(random, keys)], ttlMs: 24 * 60 * 60_000 };
      const { call, server } = fixture({
        tools: [tool({ inputSchema, idempotency })],
        clock: { now: () => new Date() },
        store: sqliteStore({ file }),
        audit: sqliteAudit({ file }),
        execute(input) {
          effects.add(JSON.stringify(input));
          return { id: "n" };
        },
      });
      const value = (): number => Math.floor(random() * 4);
      const calls = Array.from({ length: clients }, () =>
        call("notes.create", { a: value(), b: value(), c: value() }),
      );
      for (const outcome of await Promise.all(calls)) count(answers, summary(outcome));
      await server.close();
    }

    function mustNotStart(why: string): void {
      try {
        void sqliteAudit({ file, onOutage: () => {} }).close();
        started.push(why);
      } catch {
        // The server refuses to start, as it should.
      }
    }

    for (let round = 0; round < rounds; round++) {
      await deploy();
      const kept = `${file}.kept`;
      copyFileSync(file, kept);
      const database = new DatabaseSync(file);
      database.exec("insert into proviso_migration values ('999-later')");
      database.close();
      mustNotStart("in use by a newer version");
      for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
      mustNotStart("truncated");
      for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
      copyFileSync(kept, file);
    }
    return [
      ...counted(answers).map(({ what, figure }) => ({ what: `answered ${what}`, figure })),
      effects.all(),
      effects.doubled(),
      none("servers that started on such a file", started),
    ];
  });
