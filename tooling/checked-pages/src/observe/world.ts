import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Principal } from "@proviso/server";
import { type FakeClock, fakeClock } from "@proviso/server/testing";
import { type AuditEvent, readSqliteAudit } from "@proviso/trail";
import type { Change } from "@proviso/verify";
import { type Backoffice, openBackoffice, seededPrincipal } from "backoffice-server";
import { changesOf } from "../../../../packages/verify/src/oracles/changes.ts";
import { files } from "../../../../packages/verify/src/oracles/files.ts";
import { sqlite } from "../../../../packages/verify/src/oracles/sqlite.ts";

/** When every world begins. */
const start = "2026-11-21T12:00:00.000Z";

/** The sample product with its real store, trail and database, in a folder of its own. */
export interface World extends Backoffice, AsyncDisposable {
  readonly folder: string;
  readonly clock: FakeClock;
  readonly database: DatabaseSync;
  /** Mia, who has every permission and has just logged in. */
  caller(): Principal;
  /** Watches rows of the product, its outbox (`mail`) and its trail (`audit`) until the returned function is called. */
  watch(): Promise<() => Promise<readonly Change[]>>;
}

export async function openWorld(inboxUrl?: string): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), "checked-pages-"));
  const clock = fakeClock(start);
  const backoffice = await openBackoffice(folder, undefined, inboxUrl, clock);
  const file = join(folder, "backoffice.sqlite");
  const [database, outbox] = [new DatabaseSync(file), join(folder, "outbox")];
  await mkdir(outbox, { recursive: true });
  const rows = await sqlite({ options: { sqlite: file } });
  const mail = await files({ options: { "watch-folder": outbox } });
  const audit = { snapshot: () => recordsIn(join(folder, "proviso.sqlite")) };
  const oracles = Object.entries({ rows, mail, audit });
  const look = () => Promise.all(oracles.map(async ([, oracle]) => (await oracle?.snapshot()) ?? {}));
  return {
    ...backoffice,
    folder,
    clock,
    database,
    caller() {
      const mia = seededPrincipal("mia", clock.now());
      if (!mia) throw new Error("the sample has nobody called mia");
      return mia;
    },
    async watch() {
      const before = await look();
      return async () => {
        const after = await look();
        return oracles.flatMap(([name], at) => changesOf(name, before[at] ?? {}, after[at] ?? {}));
      };
    },
    async [Symbol.asyncDispose]() {
      database.close();
      await backoffice.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** The contract hash of each record of a trail, by `type number hash`. */
async function recordsIn(file: string): Promise<Readonly<Record<string, string>>> {
  const trail = await readSqliteAudit(file);
  const records: Record<string, string> = {};
  let number = 0;
  for await (const event of trail.events()) {
    const { type, data } = event as AuditEvent;
    records[`${type} ${number++} ${String(data["contractHash"] ?? "")}`] = "";
  }
  await trail.close();
  return records;
}
