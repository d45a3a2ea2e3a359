import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";

const socketName = ".s.PGSQL.5432";
/** The message `ReadyForQuery`, but for its last byte: what was sent before it is done, and committed unless in a transaction. */
const ready = Buffer.from([0x5a, 0, 0, 0, 5]);

/** A TCP connection to a cluster that fails on demand. */
export interface StallingProxy {
  readonly connectionString: string;
  /** Open connections get no more responses. New ones do. */
  stall(): void;
  /**
   * Loses the answer to the next statement whose bytes match: the database has done what it says, and the client is not told. Its
   * connection is cut, or stays open and silent. Resolves when the answer is lost.
   */
  loseAnswer(statement: RegExp, how: "cut" | "stall"): Promise<void>;
  /** Breaks all connections and takes no new ones, until `restore`. */
  cut(): void;
  restore(): void;
  /** New connections lead to another cluster, as after a failover. */
  leadTo(connectionString: string): void;
  close(): Promise<void>;
}

interface Loss {
  readonly statement: RegExp;
  readonly how: "cut" | "stall";
  lost(): void;
}

export async function startProxy(target: string): Promise<StallingProxy> {
  const url = new URL(target);
  let upstream = socketOf(target);
  const sockets = new Set<Socket>();
  let isCut = false;
  let armed: Loss | undefined;

  function serve(client: Socket): void {
    if (isCut) return void client.destroy();
    const database = connect(upstream);
    let loss: Loss | undefined;
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.once("close", () => void [client.destroy(), database.destroy(), sockets.delete(socket)]);
    }
    client.on("data", (chunk) => {
      if (armed?.statement.test(chunk.toString("latin1"))) [loss, armed] = [armed, undefined];
      database.write(chunk);
    });
    database.on("data", (chunk) => {
      if (!loss) return void client.write(chunk);
      if (!chunk.subarray(-6, -1).equals(ready)) return;
      loss.lost();
      if (loss.how === "cut") client.destroy();
    });
  }

  const server = createServer(serve).listen(0, "127.0.0.1");
  await once(server, "listening");
  url.searchParams.delete("host");
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const breakAll = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    connectionString: url.href,
    stall: () => sockets.forEach((socket) => socket.removeAllListeners("data").pause()),
    loseAnswer: (statement, how) => new Promise((lost) => (armed = { statement, how, lost })),
    cut() {
      isCut = true;
      breakAll();
    },
    restore: () => void (isCut = false),
    leadTo: (connectionString) => void (upstream = socketOf(connectionString)),
    async close() {
      breakAll();
      server.close();
      await once(server, "close");
    },
  };
}

function socketOf(connectionString: string): string {
  return join(new URL(connectionString).searchParams.get("host") ?? "", socketName);
}
