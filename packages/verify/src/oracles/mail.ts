import { createServer, type AddressInfo, type Socket } from "node:net";
import { createInterface } from "node:readline";
import type { Oracle } from "../model.ts";
import { eventLog } from "./event-log.ts";

/** Mail that the server sends to an SMTP server of ours, which delivers nothing (RFC 5321, section 4.5.1). */
export const mail: Oracle = {
  name: "mail",
  summary: "Mail that the server sends: --mail, to the address {smtp}.",
  async open({ options }) {
    if (options["mail"] === undefined) return undefined;
    const log = eventLog("mail");
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      receive(socket, (recipients) => log.add("sent", `mail to ${recipients.join(", ")}`));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    return {
      ...log,
      watches: `mail to smtp://127.0.0.1:${port}`,
      placeholders: { smtp: `smtp://127.0.0.1:${port}`, smtpport: String(port) },
      async close() {
        for (const socket of sockets) socket.destroy();
        await new Promise((resolve) => server.close(resolve));
      },
    };
  },
};

function receive(socket: Socket, onMail: (recipients: readonly string[]) => void): void {
  const reply = (text: string): void => void socket.write(`${text}\r\n`);
  let recipients: string[] = [];
  let isData = false;
  socket.on("error", () => {});
  reply("220 proviso verify");
  createInterface({ input: socket }).on("line", (line) => {
    if (isData) {
      if (line !== ".") return;
      isData = false;
      onMail(recipients);
      recipients = [];
      return reply("250 kept");
    }
    const [verb = ""] = line.toUpperCase().split(/[\s:]/);
    if (verb === "RCPT") recipients.push(/<([^>]*)>/.exec(line)?.[1] ?? line);
    if (verb === "MAIL" || verb === "RSET") recipients = [];
    if (verb === "DATA") isData = true;
    if (verb === "QUIT") return void socket.end("221 bye\r\n");
    const known = ["HELO", "EHLO", "MAIL", "RCPT", "RSET", "NOOP"].includes(verb);
    reply(isData ? "354 go on" : known ? "250 ok" : "502 not known");
  });
}
