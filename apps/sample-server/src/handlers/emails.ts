import type { EmailsHandlers, SampleMessage } from "@backoffice/server/emails";
import type { Kysely } from "kysely";
import type { Database } from "../database/schema.ts";
import type { Message } from "../mail.ts";
import { newId } from "../new-id.ts";
import type { Ports } from "../ports.ts";

const largestAttachments = 25_000_000;
const blockedDomains: ReadonlySet<string> = new Set(["blocked.example"]);
const fallbackName = "Hello";
/** What the mail server was measured to take, one message after the other. */
const millisecondsPerMessage = 4;

/** The handlers of `emails`. */
export const emails: EmailsHandlers<Ports> = {
  sendExternal: async (input, { ports, fail, now }) => {
    const { to, subject, body, attachments: fileIds = [], projectId } = input;
    const blocked = to.find((address) => isBlocked(address));
    if (blocked !== undefined)
      throw fail.invalidRecipient("A recipient's domain is blocked.", { address: blocked });
    if (projectId !== undefined && !(await exists(ports.database, "projects", projectId)))
      throw fail.projectNotFound();
    const files = await ports.database
      .selectFrom("files")
      .selectAll()
      .where("id", "in", [...fileIds, ""])
      .execute();
    if (files.length < fileIds.length) throw fail.fileNotFound();
    const size = files.reduce((total, file) => total + file.sizeBytes, 0);
    if (size > largestAttachments)
      throw fail.attachmentTooLarge(`The attachments have ${size} bytes together.`);
    const attachments = files.map(({ name, content }) => ({ filename: name, content }));
    for (const address of to) {
      await deliver(ports, { to: [address], subject, text: body, attachments }, fail.mailUnavailable);
    }
    const emailId = newId("eml");
    const row = {
      id: emailId,
      recipients: JSON.stringify(to),
      subject,
      projectId: projectId ?? null,
      status: "sent" as const,
    };
    await ports.database
      .insertInto("emails")
      .values({ ...row, createdAt: now().toISOString() })
      .execute();
    if (projectId !== undefined) {
      const activity = {
        projectId,
        text: `Email to ${to.length}: ${subject}`,
        createdAt: now().toISOString(),
      };
      await ports.database.insertInto("activities").values(activity).execute();
    }
    return { emailId, status: "sent" };
  },

  bulkSend: {
    plan: async ({ templateId, segmentId }, { ports, fail }) => {
      const { template, members } = await findCampaign(ports.database, templateId, segmentId);
      if (!template) throw fail.templateNotFound();
      if (members.length === 0) throw fail.segmentNotFound();
      const recipients = members.filter((member) => member.deliverable === 1);
      const unnamed = recipients.filter((recipient) => recipient.firstName === null).length;
      const skipped = members.length - recipients.length;
      return {
        preview: {
          recipientCount: recipients.length,
          sampleMessages: recipients.slice(0, 2).map((recipient): SampleMessage => {
            const text = fillIn(template.body, recipient.firstName);
            return {
              to: maskAddress(recipient.email),
              subject: template.subject,
              previewText: text.slice(0, 60),
            };
          }),
        },
        warnings: [
          ...(unnamed > 0
            ? [`${unnamed} recipients have no first name, fallback '${fallbackName}' will be used.`]
            : []),
          ...(skipped > 0
            ? [`${skipped} email addresses are marked as undeliverable and will be skipped.`]
            : []),
        ],
        expectedSideEffects: [
          `${recipients.length} external emails will be sent.`,
          `${recipients.length} audit events of type email.external.sent will be created.`,
          "Campaign status will be set to 'sent'.",
        ],
        estimatedDurationMs: recipients.length * millisecondsPerMessage,
        targets: recipients.map((recipient) => recipient.id),
      };
    },
    execute: async ({ templateId, segmentId }, { ports, fail, now, progress, signal }) => {
      const { template, members } = await findCampaign(ports.database, templateId, segmentId);
      if (!template) throw fail.templateNotFound();
      if (members.length === 0) throw fail.segmentNotFound();
      const recipients = members.filter((member) => member.deliverable === 1);
      for (const [sent, recipient] of recipients.entries()) {
        signal.throwIfAborted();
        const text = fillIn(template.body, recipient.firstName);
        await deliver(
          ports,
          { to: [recipient.email], subject: template.subject, text },
          fail.mailUnavailable,
        );
        progress({ progress: sent + 1, total: recipients.length, message: "sending" });
      }
      const campaignId = newId("cmp");
      const counts = { sent: recipients.length, skipped: members.length - recipients.length };
      await ports.database
        .insertInto("campaigns")
        .values({
          id: campaignId,
          templateId,
          segmentId,
          status: "sent",
          ...counts,
          createdAt: now().toISOString(),
        })
        .execute();
      return { campaignId, status: "sent", ...counts };
    },
  },
};

function isBlocked(address: string): boolean {
  return blockedDomains.has(address.slice(address.lastIndexOf("@") + 1).toLowerCase());
}

async function exists(database: Kysely<Database>, table: "projects", id: string): Promise<boolean> {
  return (
    (await database.selectFrom(table).select("id").where("id", "=", id).executeTakeFirst()) !== undefined
  );
}

async function deliver(ports: Ports, message: Message, unavailable: () => Error): Promise<void> {
  await ports.mail.send(message).catch(() => {
    throw unavailable();
  });
}

async function findCampaign(database: Kysely<Database>, templateId: string, segmentId: string) {
  const template = await database
    .selectFrom("templates")
    .selectAll()
    .where("id", "=", templateId)
    .executeTakeFirst();
  const members = await database
    .selectFrom("segmentMembers")
    .innerJoin("contacts", "contacts.id", "segmentMembers.contactId")
    .selectAll("contacts")
    .where("segmentId", "=", segmentId)
    .orderBy("contacts.id")
    .execute();
  return { template, members };
}

function fillIn(body: string, firstName: string | null): string {
  return firstName === null
    ? body.replace("Dear {{firstName}}", fallbackName).replaceAll("{{firstName}}", "")
    : body.replaceAll("{{firstName}}", firstName);
}

/** `anna.keller@example.com` becomes `a…@example.com`: a plan is for judging, not for collecting addresses. */
function maskAddress(address: string): string {
  return `${address.slice(0, 1)}…${address.slice(address.lastIndexOf("@"))}`;
}
