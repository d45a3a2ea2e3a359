import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Principal } from "@proviso/server";
import { type AuditEvent, readSqliteAudit } from "@proviso/trail";
import { type FakeClock, fakeClock } from "@proviso/server/testing";
import { type Backoffice, openBackoffice, seededPrincipal } from "backoffice-server";
import { readRows, type Rows } from "./rows.ts";

/** When every world begins. */
const start = "2026-11-21T12:00:00.000Z";

/** The sample product with its real store, trail and database, in a folder of its own. */
export interface World extends Backoffice, AsyncDisposable {
  readonly folder: string;
  readonly clock: FakeClock;
  /** Mia, who has every permission and has just logged in. */
  caller(): Principal;
  /** The rows of every table of the product. */
  rows(): Rows;
  /** The messages that the product has sent. */
  mails(): Promise<readonly string[]>;
  events(): Promise<readonly AuditEvent[]>;
  /** Changes the product's data without a call. */
  arrange(sql: string): void;
}

export async function openWorld(inboxUrl?: string): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), "checked-pages-"));
  const clock = fakeClock(start);
  const backoffice = await openBackoffice(folder, undefined, inboxUrl, clock);
  const database = new DatabaseSync(join(folder, "backoffice.sqlite"));
  const outbox = join(folder, "outbox");
  return {
    ...backoffice,
    folder,
    clock,
    caller() {
      const mia = seededPrincipal("mia", clock.now());
      if (!mia) throw new Error("the sample has nobody called mia");
      return mia;
    },
    rows: () => readRows(database),
    async mails() {
      const files = existsSync(outbox) ? await readdir(outbox) : [];
      return await Promise.all(files.map((file) => readFile(join(outbox, file), "utf8")));
    },
    async events() {
      const trail = await readSqliteAudit(join(folder, "proviso.sqlite"));
      try {
        const events: AuditEvent[] = [];
        for await (const event of trail.events()) events.push(event as AuditEvent);
        return events;
      } finally {
        await trail.close();
      }
    },
    arrange: (sql) => database.exec(sql),
    async [Symbol.asyncDispose]() {
      database.close();
      await backoffice.close();
      await rm(folder, { recursive: true });
    },
  };
}
