import { setTimeout } from "node:timers/promises";
import { startCluster } from "@proviso/postgres";
import { Client } from "pg";
import { postgresAudit } from "../../src/trail/postgres-audit.ts";
import { postgresStore } from "../../../server/src/stores/postgres.ts";
import { fixture, summary } from "../../../server/test/sample.ts";
import { seeded } from "../../../server/test/soak/soak-client.ts";
import { count, counted, effectCounter, none, type Trial } from "./trial.ts";

const servers = 3;
/** Connections: one for each server's store, one for its trail, and two for all others. */
const connections = 2 * servers + 2;

/** Servers that need more connections than the database allows, while another client takes the free ones. */
export const fewConnections: Trial = async ({ rounds, clients, seed }) => {
  const cluster = await startCluster();
  try {
    const connectionString = await limited(await cluster.createDatabase());
    const random = seeded(seed);
    const effects = effectCounter();
    const told: string[] = [];
    const onOutage = (line: string): void => void told.push(line);
    const execute = ({ text }: { readonly text?: unknown }) => {
      effects.add(String(text));
      return { id: "n" };
    };
    const opened: ReturnType<typeof fixture>[] = [];
    for (let at = 0; at < servers; at++) {
      const store = await postgresStore({ connectionString, onOutage });
      const audit = await postgresAudit({ connectionString, onOutage, writer: `server-${at}` });
      opened.push(fixture({ clock: { now: () => new Date() }, store, audit, execute, onFault: () => {} }));
    }
    const answers: Record<string, number> = {};
    const end = new AbortController();
    const running = Array.from({ length: clients }, async (_, client) => {
      for (let i = 0; !end.signal.aborted; i++) {
        const key = `${client}-${i}`;
        const server = opened[(client + i) % servers];
        if (!server) return;
        count(answers, summary(await server.call("notes.create", { text: key }, { idempotencyKey: key })));
      }
    });
    for (let round = 0; round < rounds; round++) {
      const taken = await takeAll(connectionString);
      await setTimeout(200 + random() * 800);
      await Promise.all(taken.map((client) => client.end()));
    }
    end.abort();
    await Promise.all(running);
    await Promise.all(opened.map(({ server }) => server.close()));
    const { completed = 0, ...others } = answers;
    return [
      { what: "completed", figure: completed },
      ...counted(others).map(({ what, figure }) => ({ what, figure, bound: 0 })),
      effects.doubled(),
      none("lines to an operator", told),
    ];
  } finally {
    await cluster.remove();
  }
};

/** The connection string of a role with this limit of connections. */
async function limited(connectionString: string): Promise<string> {
  const administrator = new Client(connectionString);
  await administrator.connect();
  await administrator.query(`create role crowded login connection limit ${connections};
    grant all on schema public to crowded`);
  await administrator.end();
  return connectionString.replace("//postgres@", "//crowded@");
}

async function takeAll(connectionString: string): Promise<readonly Client[]> {
  const taken: Client[] = [];
  for (;;) {
    const client = new Client(connectionString);
    try {
      await client.connect();
      taken.push(client);
    } catch {
      return taken;
    }
  }
}
