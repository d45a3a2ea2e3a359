import { escapeText } from "@proviso/manifest";
import { realmText } from "@proviso/server/extension";
import type { ApprovalNotice, ApprovalNotifier } from "../api/approval-notice.ts";

/** A mail in plain text. */
export interface ApprovalMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface EmailOptions {
  /** Sends a mail; rejects if it cannot. With nodemailer: `(mail) => transport.sendMail({ from, ...mail })`. */
  readonly send: (mail: ApprovalMail, signal: AbortSignal) => Promise<unknown>;
  /** The addresses that are notified of a call. */
  readonly to: readonly string[] | ((notice: ApprovalNotice) => readonly string[]);
}

/** Sends a mail, by the host's own means, when a call waits. Of the arguments it holds those in the contract's `summary`; all are on the page. */
export function email({ send, to }: EmailOptions): ApprovalNotifier {
  return {
    name: "the mail",
    async notify(notice, signal) {
      const { subject, text } = mailOf(notice);
      const people = typeof to === "function" ? to(notice) : to;
      await Promise.all(people.map((each) => send({ to: each, subject, text }, signal)));
    },
  };
}

/** Text of callers stays within its line. */
function mailOf({
  id,
  url,
  tool,
  title,
  summary,
  riskLevel,
  approval,
}: ApprovalNotice): Omit<ApprovalMail, "to"> {
  const { asker, expiresAt, mandate, rules, shown, terms } = approval;
  const who = escapeText(asker.name ?? asker.id);
  const where = url === undefined ? `in the inbox; its id is ${id}` : `at\n${url}`;
  const lines = [
    ...(summary === undefined ? [] : [summary]),
    `${asker.kind === "agent" ? `An agent of ${who}` : who} asks for "${escapeText(title)}" (${tool}, ${riskLevel} risk), in ${realmText(terms)}.`,
    ...(shown.sideEffects.some(({ reversible }) => !reversible) ? ["It cannot be undone."] : []),
    ...(rules.approvers > 1 ? [`${rules.approvers} people have to approve it.`] : []),
    mandate
      ? `Nobody was asked: it was approved beforehand (use ${mandate.use} of ${mandate.of}). Read it, or revoke that, ${where}`
      : `It waits until ${new Date(expiresAt).toISOString().slice(0, 16).replace("T", " ")} UTC. Read all of it and decide ${where}`,
  ];
  return {
    subject: `${mandate ? "Ran" : "To approve"}: ${summary ?? escapeText(title)}`.slice(0, 200),
    text: `${lines.join("\n\n")}\n`,
  };
}
