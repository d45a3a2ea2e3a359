import type { FailureConstructor } from "@proviso/server/codegen1";
import { OutcomeUnknown } from "@proviso/server";
import type { Mailer, Message } from "./mail.ts";

interface MailFailures {
  readonly mailUnavailable: FailureConstructor<"mail_unavailable">;
}

/** Sends one message, or fails as the contracts declare, without the mail server's reason. A doubt is passed on. */
export async function deliver(mail: Mailer, message: Message, fail: MailFailures): Promise<void> {
  try {
    await mail.send(message);
  } catch (error) {
    throw error instanceof OutcomeUnknown ? error : fail.mailUnavailable();
  }
}
