import type {
  BulkSendFailures,
  BulkSendInput,
  SendExternalFailures,
  SendExternalInput,
} from "@backoffice/schemas/emails";
import type { EmailsHandlers } from "@backoffice/server";
import { type FailOf, OutcomeUnknown } from "@proviso/server";
import type { Kysely } from "kysely";
import { blockedAddresses } from "../business/blocked-addresses.ts";
import {
  type Audience,
  beginCampaign,
  campaignWarnings,
  fillIn,
  findAudience,
  recordSent,
  sampleMessages,
  unfinishedCampaign,
} from "../business/campaign.ts";
import type { Database } from "../database/schema.ts";
import { deliver } from "../ports/deliver.ts";
import type { Message } from "../ports/mail.ts";
import { newId } from "../database/new-id.ts";
import type { Ports } from "../ports/ports.ts";
import { insertRow, rowById, updateRow } from "../database/rows.ts";

const largestAttachments = 25_000_000;
/** The measured rate of the mail server, one message after another. */
const millisecondsPerMessage = 4;

/** The handlers of `emails`. */
export const emails: EmailsHandlers<Ports> = {
  async sendExternal(input, { ports, fail, now }) {
    const { to, subject, body, projectId } = input;
    await checkRecipients(ports.database, input, fail);
    const attachments = await readAttachments(ports.database, input.attachments ?? [], fail);
    const messages = to.map((address) => ({ to: [address], subject, text: body, attachments }));
    const status = await deliverAll(ports, messages, fail);
    const emailId = newId("eml");
    const createdAt = now().toISOString();
    const row = { id: emailId, recipients: JSON.stringify(to), subject, projectId: projectId ?? null };
    await insertRow(ports.database, "emails", { ...row, status, createdAt });
    if (projectId !== undefined)
      await insertRow(ports.database, "activities", {
        projectId,
        text: `Email to ${to.length}: ${subject}`,
        createdAt,
      });
    return { emailId, status };
  },

  bulkSend: {
    async plan(input, { ports, fail }) {
      const { template, audience: whole } = await findCampaign(ports.database, input, fail);
      const unfinished = await unfinishedCampaign(ports.database, input);
      const recipients = whole.recipients.filter(({ id }) => !unfinished?.reached.has(id));
      const audience = { ...whole, recipients };
      const { length } = recipients;
      return {
        recipientCount: length,
        sampleMessages: sampleMessages(template, audience),
        warnings: campaignWarnings(audience),
        expectedSideEffects: [
          `${length} external emails will be sent.`,
          `${length} audit events of type email.external.sent will be created.`,
          "Campaign status will be set to 'sent'.",
        ],
        estimatedDurationMs: length * millisecondsPerMessage,
        targets: recipients.map((recipient) => recipient.id),
      };
    },

    async execute(input, { ports, fail, now, progress, signal, audit }) {
      const { database, mail } = ports;
      const { template, audience } = await findCampaign(database, input, fail);
      const { campaignId, reached } = await beginCampaign(database, input, now());
      const total = audience.recipients.length;
      for (const [index, { id, email, firstName }] of audience.recipients.entries()) {
        if (reached.has(id)) continue;
        signal.throwIfAborted();
        const text = fillIn(template.body, firstName);
        const letter = { to: [email], subject: template.subject, text };
        const doubt = await deliver(mail, letter, fail).then(() => undefined, doubtOf);
        // A letter in doubt counts as sent, so that nobody gets it twice.
        await recordSent(database, campaignId, id, now());
        await audit(`email.external.${doubt ? "in_doubt" : "sent"}`, { campaignId, contactId: id });
        if (doubt) throw doubt;
        progress({ progress: index + 1, total, message: "sending" });
      }
      const counts = { sent: total, skipped: audience.skipped };
      await updateRow(database, "campaigns", campaignId, { status: "sent", ...counts });
      return { campaignId, status: "sent", ...counts };
    },
  },
};

/** The error of a letter that may have been sent. Throws any other. */
function doubtOf(error: unknown): OutcomeUnknown {
  if (error instanceof OutcomeUnknown) return error;
  throw error;
}

async function checkRecipients(
  database: Kysely<Database>,
  { to, projectId }: SendExternalInput,
  fail: FailOf<SendExternalFailures>,
): Promise<void> {
  const [address] = await blockedAddresses(database, to);
  if (address !== undefined)
    throw fail.invalidRecipient("Mail to a recipient has bounced before.", { address });
  if (projectId !== undefined && !(await rowById(database, "projects", projectId)))
    throw fail.projectNotFound();
}

async function readAttachments(
  database: Kysely<Database>,
  fileIds: readonly string[],
  fail: FailOf<SendExternalFailures>,
): Promise<NonNullable<Message["attachments"]>> {
  const files = await database.selectFrom("files").selectAll().where("id", "in", fileIds).execute();
  const missing = fileIds.find((id) => !files.some((file) => file.id === id));
  if (missing !== undefined) throw fail.fileNotFound(undefined, { fileId: missing });
  const sizeBytes = files.reduce((total, file) => total + file.sizeBytes, 0);
  if (sizeBytes > largestAttachments)
    throw fail.attachmentTooLarge("The attachments are over 25 MB together.", { sizeBytes });
  return files.map(({ name, content }) => ({ filename: name, content }));
}

/**
 * A failed message fails the call if none was sent before; after that it is part of the result, so that a retry writes to
 * nobody twice.
 */
async function deliverAll(
  { mail }: Ports,
  [first, ...others]: readonly Message[],
  fail: FailOf<SendExternalFailures>,
): Promise<"sent" | "failed"> {
  if (first) await deliver(mail, first, fail);
  const results = await Promise.allSettled(others.map((message) => mail.send(message)));
  for (const each of results)
    if (each.status === "rejected" && each.reason instanceof OutcomeUnknown) throw each.reason;
  return results.every((result) => result.status === "fulfilled") ? "sent" : "failed";
}

async function findCampaign(
  database: Kysely<Database>,
  { templateId, segmentId }: BulkSendInput,
  fail: FailOf<BulkSendFailures>,
): Promise<{
  readonly template: { readonly subject: string; readonly body: string; readonly id: string };
  readonly audience: Audience;
}> {
  const template = await rowById(database, "templates", templateId);
  if (!template) throw fail.templateNotFound();
  const audience = await findAudience(database, segmentId);
  if (!audience) throw fail.segmentNotFound();
  return { template, audience };
}
