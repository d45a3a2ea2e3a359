import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const socketName = ".s.PGSQL.5432";

/** A network between a client and a cluster that can swallow what is sent, without breaking a connection. */
export interface StallingProxy {
  readonly connectionString: string;
  /** From now on, for good: the connections there are get no answer. New ones do. */
  stall(): void;
  close(): Promise<void>;
}

export async function startProxy(target: string): Promise<StallingProxy> {
  const folder = mkdtempSync(join(tmpdir(), "proviso-proxy-"));
  const url = new URL(target);
  const upstream = join(url.searchParams.get("host") ?? "", socketName);
  url.searchParams.set("host", folder);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(upstream);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.once("close", () => void [client.destroy(), database.destroy(), sockets.delete(socket)]);
    }
    client.pipe(database).pipe(client);
  });
  server.listen(join(folder, socketName));
  await once(server, "listening");
  return {
    connectionString: url.href,
    stall() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
      rmSync(folder, { recursive: true });
    },
  };
}
