import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import type { Oracle } from "../model.ts";
import { eventLog } from "./event-log.ts";
import { loopback } from "./loopback.ts";

/** Mail that the server sends to an SMTP server of ours, which delivers nothing (RFC 5321, section 4.5.1). */
export const mail: Oracle = async ({ options }) => {
  if (options["mail"] === undefined) return undefined;
  const onMail = (recipients: readonly string[]): void => log.add("sent", `mail to ${recipients.join(", ")}`);
  const { port, close } = await loopback(createServer((socket) => receive(socket, onMail)));
  const address = `smtp://127.0.0.1:${port}`;
  const log = eventLog("mail", `mail to ${address}`);
  return { ...log, placeholders: { smtp: address, smtpport: String(port) }, close };
};

function receive(socket: Socket, onMail: (recipients: readonly string[]) => void): void {
  const reply = (text: string): void => void socket.write(`${text}\r\n`);
  let recipients: string[] = [];
  let isData = false;
  const lines = createInterface({ input: socket });
  // A server that is killed while it sends resets the connection; readline passes that error on.
  for (const each of [socket, lines]) each.on("error", () => {});
  reply("220 proviso verify");
  lines.on("line", (line) => {
    if (isData && line !== ".") return;
    if (isData) {
      onMail(recipients);
      isData = false;
      return reply("250 kept");
    }
    const [verb = ""] = line.toUpperCase().split(/[\s:]/);
    if (verb === "RCPT") recipients.push(/<([^>]*)>/.exec(line)?.[1] ?? line);
    if (["MAIL", "RSET"].includes(verb)) recipients = [];
    if (verb === "QUIT") return void socket.end("221 bye\r\n");
    isData = verb === "DATA";
    const isKnown = ["HELO", "EHLO", "MAIL", "RCPT", "RSET", "NOOP"].includes(verb);
    reply(isData ? "354 go on" : isKnown ? "250 ok" : "502 not known");
  });
}
