import type { FailureConstructor } from "@proviso/server/codegen1";
import type { Mailer, Message } from "./mail.ts";

interface MailFailures {
  readonly mailUnavailable: FailureConstructor<"mail_unavailable">;
}

/** Sends one message, or fails as the contracts declare. Callers do not learn the mail server's reason. */
export async function deliver(mail: Mailer, message: Message, fail: MailFailures): Promise<void> {
  try {
    await mail.send(message);
  } catch {
    throw fail.mailUnavailable();
  }
}
