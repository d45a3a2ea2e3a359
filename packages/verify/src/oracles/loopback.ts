import type { AddressInfo, Server, Socket } from "node:net";

/** Starts a server on a free port of the loopback interface. `close` ends all of its connections, too. */
export async function loopback(server: Server): Promise<{ readonly port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => void sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
