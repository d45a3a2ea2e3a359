import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { OutcomeUnknown } from "@proviso/server";
import { createTransport } from "nodemailer";

export interface Message {
  /** The same whenever this message is sent again: many mail servers and readers show one of them. */
  readonly id?: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly attachments?: readonly { readonly filename: string; readonly content: string }[];
}

export interface Mailer {
  /** Rejects with `OutcomeUnknown` if the message may have been sent, with another error if it was not. */
  send(message: Message): Promise<void>;
}

const mailFrom = "Nordlicht Backoffice <backoffice@nordlicht.example>";

/** Sends over SMTP if a URL is given; otherwise writes each message into the outbox folder. */
export function createMailer(options: { readonly outbox: string; readonly smtpUrl?: string }): Mailer {
  return options.smtpUrl ? smtpMailer(options.smtpUrl) : outboxMailer(options.outbox);
}

const levels = ["level", "trace", "debug", "warn", "error", "fatal"];
const silent = Object.fromEntries(levels.map((level) => [level, () => {}]));
const inDoubt = "The mail server had all of a message and did not answer, so it may have been sent.";

function smtpMailer(url: string): Mailer {
  return {
    async send(message) {
      let isWhole = false;
      // The transport reports when it has handed over the end of the message.
      const info = ({ tnx }: { readonly tnx?: string }): void => void (isWhole ||= tnx === "message");
      try {
        await createTransport({ url, logger: { ...silent, info } as never }).sendMail(toMail(message));
      } catch (error) {
        const isAnswered = (error as { readonly responseCode?: number }).responseCode !== undefined;
        throw isWhole && !isAnswered ? new OutcomeUnknown(inDoubt) : error;
      }
    },
  };
}

function outboxMailer(folder: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(sent) {
      const { message } = await transport.sendMail(toMail(sent));
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, `${randomUUID()}.eml`), message as Buffer);
    },
  };
}

function toMail({ id, to, subject, text, attachments }: Message) {
  const messageId = id === undefined ? {} : { messageId: `<${id}@nordlicht.example>` };
  return { ...messageId, from: mailFrom, to: [...to], subject, text, attachments: [...(attachments ?? [])] };
}
