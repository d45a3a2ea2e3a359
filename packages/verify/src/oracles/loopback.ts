import type { AddressInfo, Server, Socket } from "node:net";

/** A server on a free port of the loopback interface, and how to end it with all of its connections. */
export async function loopback(server: Server): Promise<{
  readonly port: number;
  readonly sockets: Set<Socket>;
  close(): Promise<void>;
}> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => void sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
