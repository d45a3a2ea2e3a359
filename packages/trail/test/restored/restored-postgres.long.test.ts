// A store or a trail in PostgreSQL that is put back to an older day without the other, in one database and in two.
import { startCluster, type Cluster } from "@proviso/postgres";
import { Client } from "pg";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { postgresStore } from "../../../server/src/stores/postgres.ts";
import { postgresAudit } from "../../src/trail/postgres-audit.ts";
import { readPostgresAudit } from "../../src/trail/postgres-trail.ts";
import type { Restored } from "../../src/trail/restored.ts";
import { verifyAudit } from "../../src/trail/verify-audit.ts";
import { noteServer } from "../../../server/test/product/note-server.ts";
import { anna } from "../../../server/test/sample.ts";

let cluster: Promise<Cluster> | undefined;
afterAll(async () => (await cluster)?.remove());

const quiet = { onOutage: () => {} };

describe.each(["one database", "two databases"])("in %s", (place) => {
  let [stored, recorded] = ["", ""];
  beforeEach(async () => {
    const { createDatabase } = await (cluster ??= startCluster());
    stored = await createDatabase();
    recorded = place === "one database" ? stored : await createDatabase();
  });

  /** Makes a call in a server that is started anew; says how it ended, what had an effect, and what the operator reads. */
  async function callOnce(key: string, restored?: Restored): Promise<readonly string[]> {
    const ran: string[] = [];
    const faults: string[] = [];
    const app = noteServer({
      store: await postgresStore({ connectionString: stored, ...quiet }),
      stateKeys: [new Uint8Array(32)],
      audit: await postgresAudit({ connectionString: recorded, ...quiet, ...(restored && { restored }) }),
      onFault: (error) => void faults.push(String(error)),
      create({ text }) {
        ran.push(text);
        return { id: text };
      },
    });
    const answer = await app
      .as(anna)
      .notes.create({ text: key }, { idempotencyKey: key })
      .then(
        () => "ok",
        (error: { readonly code: string }) => error.code,
      );
    await app.close();
    return [answer, ...ran, ...faults];
  }

  async function run(connectionString: string, ...statements: readonly string[]): Promise<void> {
    const client = new Client({ connectionString });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  }

  /** Copies tables, and returns a function that puts the copies back. */
  async function backUp(
    connectionString: string,
    ...tables: readonly string[]
  ): Promise<() => Promise<void>> {
    for (const table of tables) await run(connectionString, `create table old_${table} as table ${table}`);
    return async () => {
      for (const table of tables)
        await run(connectionString, `truncate ${table}`, `insert into ${table} select * from old_${table}`);
    };
  }

  const refused = (why: RegExp) => ["server_unavailable", expect.stringMatching(why)];
  const storeIsOld = refused(/the store was put back to an older day or emptied/);

  test("a store that was emptied, or put back to before the last call, is refused", async () => {
    await callOnce("a");
    expect(await callOnce("a")).toEqual(["ok"]);
    const restore = await backUp(stored, "proviso_state");
    await callOnce("b");
    await restore();
    expect(await callOnce("b")).toEqual(storeIsOld);
    await run(stored, "truncate proviso_state");
    expect(await callOnce("b")).toEqual(storeIsOld);
  });

  test("a trail that was emptied, or put back with its heads, is refused", async () => {
    await callOnce("a");
    const restore = await backUp(recorded, "proviso_audit", "proviso_audit_head");
    await callOnce("b");
    await restore();
    const trailIsOld = refused(/the trail was put back to an older day or emptied/);
    expect(await callOnce("c")).toEqual(trailIsOld);
    await run(recorded, "truncate proviso_audit", "truncate proviso_audit_head");
    expect(await callOnce("c")).toEqual(trailIsOld);
  });

  test("what an operator accepts goes on, and the trail is whole", async () => {
    await callOnce("a");
    await run(stored, "truncate proviso_state");
    const until = new Date(Date.now() + 60_000).toISOString();
    expect(await callOnce("a", { reason: "a backup", until })).toEqual(["ok", "a"]);
    expect(await callOnce("a")).toEqual(["ok"]);
    const trail = await readPostgresAudit({ connectionString: recorded });
    expect(await verifyAudit(trail)).toMatchObject({ ok: true });
    await trail.close();
  });
});
