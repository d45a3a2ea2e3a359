import type { SampleMessage } from "@backoffice/schemas/emails";
import type { Kysely, Selectable } from "kysely";
import type { Database } from "../database/schema.ts";
import { newId } from "../database/new-id.ts";
import { insertRow, rowsWith } from "../database/rows.ts";

type Contact = Selectable<Database["contacts"]>;
type Template = Selectable<Database["templates"]>;

/** Whom a campaign writes to, and how many it has to leave out because mail does not reach them. */
export interface Audience {
  readonly recipients: readonly Contact[];
  readonly skipped: number;
}

/** Undefined for a segment that has nobody in it, which is the same as none. */
export async function findAudience(
  database: Kysely<Database>,
  segmentId: string,
): Promise<Audience | undefined> {
  const members = await database
    .selectFrom("segmentMembers")
    .innerJoin("contacts", "contacts.id", "segmentMembers.contactId")
    .selectAll("contacts")
    .where("segmentId", "=", segmentId)
    .orderBy("contacts.id")
    .execute();
  const recipients = members.filter((member) => member.deliverable === 1);
  return members.length === 0 ? undefined : { recipients, skipped: members.length - recipients.length };
}

interface CampaignSubject {
  readonly templateId: string;
  readonly segmentId: string;
}

/** A campaign and the contacts who have its email already. */
export interface Campaign {
  readonly campaignId: string;
  readonly reached: ReadonlySet<string>;
}

/** The campaign that broke off; undefined if there is none. */
export async function unfinishedCampaign(
  database: Kysely<Database>,
  { templateId, segmentId }: CampaignSubject,
): Promise<Campaign | undefined> {
  const [unfinished] = await rowsWith(database, "campaigns", { templateId, segmentId, status: "failed" });
  return unfinished && { campaignId: unfinished.id, reached: await reachedBy(database, unfinished.id) };
}

/** The campaign that broke off, or a new one. */
export async function beginCampaign(
  database: Kysely<Database>,
  { templateId, segmentId }: CampaignSubject,
  now: Date,
): Promise<Campaign> {
  const unfinished = await unfinishedCampaign(database, { templateId, segmentId });
  if (unfinished) return unfinished;
  const campaignId = newId("cmp");
  await insertRow(database, "campaigns", {
    id: campaignId,
    templateId,
    segmentId,
    status: "failed",
    sent: 0,
    skipped: 0,
    createdAt: now.toISOString(),
  });
  return { campaignId, reached: new Set() };
}

async function reachedBy(database: Kysely<Database>, campaignId: string): Promise<ReadonlySet<string>> {
  const rows = await rowsWith(database, "mailEvents", { campaignId });
  return new Set(rows.map((row) => row.contactId));
}

export async function recordSent(
  database: Kysely<Database>,
  campaignId: string,
  contactId: string,
  now: Date,
): Promise<void> {
  await insertRow(database, "mailEvents", {
    type: "email.external.sent",
    campaignId,
    contactId,
    createdAt: now.toISOString(),
  });
}

const fallbackRecipientName = "Hello";

/** The template for one recipient. */
export function fillIn(body: string, firstName: string | null): string {
  // a function, because `$` in a name would otherwise mean something to `replaceAll`
  return firstName === null
    ? body.replace(/\w+ \{\{firstName\}\}/, fallbackRecipientName).replaceAll("{{firstName}}", "")
    : body.replaceAll("{{firstName}}", () => firstName);
}

/** The first messages as they would be sent, to addresses that cannot be collected from a plan. */
export function sampleMessages(
  { subject, body }: Template,
  { recipients }: Audience,
): readonly SampleMessage[] {
  return recipients.slice(0, 2).map(({ email, firstName }) => ({
    to: `${email.slice(0, 1)}…${email.slice(email.lastIndexOf("@"))}`,
    subject,
    previewText: fillIn(body, firstName).slice(0, 60),
  }));
}

/** What a person should know before a campaign goes out (seed 001, "Dry Run"). */
export function campaignWarnings({ recipients, skipped }: Audience): readonly string[] {
  const unnamed = recipients.filter((recipient) => recipient.firstName === null).length;
  return [
    ...(unnamed > 0
      ? [`${unnamed} recipients have no first name, fallback '${fallbackRecipientName}' will be used.`]
      : []),
    ...(skipped > 0 ? [`${skipped} email addresses are marked as undeliverable and will be skipped.`] : []),
  ];
}
