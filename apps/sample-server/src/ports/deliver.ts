import type { FailureConstructor } from "@proviso/server/codegen1";
import { OutcomeUnknown } from "@proviso/server";
import type { Mailer, Message } from "./mail.ts";

interface MailFailures {
  readonly mailUnavailable: FailureConstructor<"mail_unavailable">;
}

/** Sends one message, or fails as the contracts declare; of a message in doubt they declare nothing. Callers do not learn the mail server's reason. */
export async function deliver(mail: Mailer, message: Message, fail: MailFailures): Promise<void> {
  try {
    await mail.send(message);
  } catch (error) {
    throw error instanceof OutcomeUnknown ? error : fail.mailUnavailable();
  }
}
