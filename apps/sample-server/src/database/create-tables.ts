import { type Kysely, sql } from "kysely";
import type { Database } from "./schema.ts";

type TableColumn = "text" | "text?" | "integer" | "key" | "counter";

const columnTypes: Readonly<Record<TableColumn, string>> = {
  text: "text not null",
  "text?": "text",
  integer: "integer not null",
  key: "text primary key not null",
  counter: "integer primary key autoincrement",
};

/** Every table with its columns, in the order of `schema.ts`; the type makes a missing one an error. */
const tableColumns: {
  readonly [Table in keyof Database]: Readonly<Record<keyof Database[Table] & string, TableColumn>>;
} = {
  account: {
    id: "key",
    name: "text",
    balanceCents: "integer",
    plan: "text",
    apiVersion: "text",
    createdAt: "text",
  },
  users: { id: "key", name: "text", email: "text", role: "text", permissions: "text", status: "text" },
  customers: {
    id: "key",
    name: "text",
    email: "text",
    phone: "text?",
    city: "text?",
    status: "text",
    createdAt: "text",
  },
  contacts: {
    id: "key",
    name: "text",
    firstName: "text?",
    email: "text",
    company: "text?",
    customerId: "text?",
    deliverable: "integer",
  },
  orders: {
    id: "key",
    customerId: "text?",
    cents: "integer",
    refundedCents: "integer",
    currency: "text",
    status: "text",
    item: "text",
    createdAt: "text",
  },
  transactions: {
    id: "key",
    orderId: "text?",
    customerId: "text?",
    kind: "text",
    cents: "integer",
    refundedCents: "integer",
    currency: "text",
    reason: "text?",
    callId: "text?",
    createdAt: "text",
  },
  subscriptions: {
    id: "key",
    customerId: "text",
    plan: "text",
    cents: "integer",
    currency: "text",
    status: "text",
    currentPeriodEnd: "text",
    cancelAtPeriodEnd: "integer",
    pastDueSince: "text?",
    cancelledAt: "text?",
  },
  projects: {
    id: "key",
    name: "text",
    customerId: "text?",
    status: "text",
    ownerId: "text",
    dueOn: "text?",
    updatedAt: "text",
  },
  tasks: {
    id: "key",
    projectId: "text",
    title: "text",
    status: "text",
    assigneeId: "text?",
    updatedAt: "text",
  },
  notes: {
    id: "key",
    projectId: "text?",
    customerId: "text?",
    authorId: "text",
    text: "text",
    createdAt: "text",
  },
  summaries: { id: "key", projectId: "text", text: "text", createdAt: "text" },
  activities: { id: "counter", projectId: "text", text: "text", createdAt: "text" },
  reminders: { id: "key", userId: "text", text: "text", remindAt: "text", createdAt: "text" },
  drafts: { id: "key", userId: "text", recipients: "text", subject: "text", body: "text", createdAt: "text" },
  events: { id: "key", title: "text", startsAt: "text", endsAt: "text" },
  attendees: { eventId: "text", email: "text", optional: "integer" },
  files: {
    id: "key",
    name: "text",
    mediaType: "text",
    sizeBytes: "integer",
    content: "text",
    createdAt: "text",
  },
  links: {
    id: "key",
    fileId: "text",
    recipient: "text?",
    requestedExpiry: "text",
    expiresAt: "text",
    createdAt: "text",
  },
  agreements: {
    id: "key",
    title: "text",
    customerId: "text",
    text: "text?",
    status: "text",
    sentTo: "text?",
    sentAt: "text?",
  },
  articles: { id: "text", language: "text", title: "text", body: "text", updatedAt: "text" },
  templates: { id: "key", subject: "text", body: "text" },
  segmentMembers: { segmentId: "text", contactId: "text" },
  campaigns: {
    id: "key",
    templateId: "text",
    segmentId: "text",
    status: "text",
    sent: "integer",
    skipped: "integer",
    createdAt: "text",
  },
  emails: {
    id: "key",
    recipients: "text",
    subject: "text",
    projectId: "text?",
    status: "text",
    createdAt: "text",
  },
  mailEvents: { id: "counter", type: "text", campaignId: "text", contactId: "text", createdAt: "text" },
  webhooks: { id: "key", url: "text", apiVersion: "text", status: "text" },
  payments: {
    id: "key",
    payee: "text",
    iban: "text",
    cents: "integer",
    currency: "text",
    reference: "text",
    executedAt: "text",
  },
  dunningSteps: {
    id: "counter",
    runId: "text",
    customerId: "text",
    subscriptionId: "text",
    step: "text",
    reason: "text",
    createdAt: "text",
  },
  exports: { id: "key", kind: "text", fileId: "text", recordCount: "integer", createdAt: "text" },
  reports: { id: "key", subscriptionId: "text", reason: "text", createdAt: "text" },
  messages: { id: "key", customerId: "text", text: "text", receivedAt: "text" },
  rockets: { id: "key", name: "text", status: "text" },
  launches: { id: "key", rocketId: "text", launchedAt: "text" },
  conditions: { name: "key", value: "text" },
  privateKeys: { name: "key", pem: "text", readBy: "text?", readAt: "text?" },
};

/** Creates the tables of an empty database. */
export async function createTables(database: Kysely<Database>): Promise<void> {
  for (const [table, columns] of Object.entries(tableColumns)) {
    const definitions = Object.entries<TableColumn>(columns).map(
      ([name, type]) => sql`${sql.ref(name)} ${sql.raw(columnTypes[type])}`,
    );
    await sql`create table if not exists ${sql.table(table)} (${sql.join(definitions)})`.execute(database);
  }
}
