import { type Generated, type Kysely, sql } from "kysely";

/** A column: its definition in SQL, and the type of its values, which no object holds. */
interface Column<Value> {
  readonly sql: string;
  readonly value?: Value;
}

const text: Column<string> = { sql: "text not null" };
const maybe: Column<string | null> = { sql: "text" };
const integer: Column<number> = { sql: "integer not null" };
const key: Column<string> = { sql: "text primary key not null" };
const counter: Column<Generated<number>> = { sql: "integer primary key autoincrement" };
const oneOf = <Word extends string>(..._words: readonly Word[]): Column<Word> => ({ sql: text.sql });

/** The backoffice's own database. Times are ISO 8601 in UTC, money is in the smallest unit of its currency. */
const tables = {
  account: {
    id: key,
    name: text,
    /** The balance of the company's own bank account. */
    balanceCents: integer,
    plan: oneOf("starter", "growth", "scale"),
    apiVersion: text,
    createdAt: text,
  },
  users: {
    id: key,
    name: text,
    email: text,
    role: text,
    /** JSON array of permission names. */
    permissions: text,
    status: oneOf("active", "deleted"),
  },
  customers: {
    id: key,
    name: text,
    email: text,
    phone: maybe,
    city: maybe,
    status: oneOf("active", "paused", "closed"),
    createdAt: text,
  },
  contacts: {
    id: key,
    name: text,
    firstName: maybe,
    email: text,
    company: maybe,
    customerId: maybe,
    /** 0 if mail has bounced. */
    deliverable: integer,
  },
  orders: {
    id: key,
    /** Null if the customer was erased. */
    customerId: maybe,
    cents: integer,
    refundedCents: integer,
    currency: text,
    status: oneOf("pending", "paid", "delivered", "refunded"),
    item: text,
    createdAt: text,
  },
  transactions: {
    id: key,
    orderId: maybe,
    customerId: maybe,
    kind: oneOf("charge", "refund", "payout"),
    cents: integer,
    refundedCents: integer,
    currency: text,
    reason: maybe,
    /** The call that made it, where somebody may have to find it by that. */
    callId: maybe,
    createdAt: text,
  },
  subscriptions: {
    id: key,
    customerId: text,
    plan: text,
    cents: integer,
    currency: text,
    status: oneOf("active", "past_due", "suspended", "cancelled"),
    currentPeriodEnd: text,
    /** 1 if it ends with the current period. */
    cancelAtPeriodEnd: integer,
    pastDueSince: maybe,
    cancelledAt: maybe,
  },
  projects: {
    id: key,
    name: text,
    customerId: maybe,
    status: oneOf("planned", "active", "on_hold", "done", "archived"),
    ownerId: text,
    dueOn: maybe,
    updatedAt: text,
  },
  tasks: {
    id: key,
    projectId: text,
    title: text,
    status: oneOf("todo", "doing", "blocked", "done"),
    assigneeId: maybe,
    updatedAt: text,
  },
  notes: {
    id: key,
    projectId: maybe,
    customerId: maybe,
    authorId: text,
    text: text,
    createdAt: text,
  },
  summaries: { id: key, projectId: text, text: text, createdAt: text },
  /** What happened on a project, newest last. */
  activities: { id: counter, projectId: text, text: text, createdAt: text },
  reminders: { id: key, userId: text, text: text, remindAt: text, createdAt: text },
  drafts: {
    id: key,
    userId: text,
    /** JSON array of addresses. */
    recipients: text,
    subject: text,
    body: text,
    createdAt: text,
  },
  events: { id: key, title: text, startsAt: text, endsAt: text },
  attendees: { eventId: text, email: text, optional: integer },
  files: {
    id: key,
    name: text,
    mediaType: text,
    sizeBytes: integer,
    content: text,
    createdAt: text,
  },
  links: {
    id: key,
    fileId: text,
    recipient: maybe,
    requestedExpiry: text,
    expiresAt: text,
    createdAt: text,
  },
  agreements: {
    id: key,
    title: text,
    customerId: text,
    text: maybe,
    status: oneOf("draft", "ready", "out_for_signature", "signed"),
    sentTo: maybe,
    sentAt: maybe,
  },
  articles: { id: text, language: oneOf("en", "de"), title: text, body: text, updatedAt: text },
  templates: {
    id: key,
    subject: text,
    /** `{{firstName}}` stands for the recipient's first name. */
    body: text,
  },
  segmentMembers: { segmentId: text, contactId: text },
  campaigns: {
    id: key,
    templateId: text,
    segmentId: text,
    /** A campaign is `failed` until its last email is out. */
    status: oneOf("sent", "failed"),
    sent: integer,
    skipped: integer,
    createdAt: text,
  },
  emails: {
    id: key,
    /** JSON array of addresses. */
    recipients: text,
    subject: text,
    projectId: maybe,
    status: oneOf("sent", "scheduled", "failed"),
    createdAt: text,
  },
  /** One row for each email of a campaign, so that an interrupted campaign continues where it stopped. */
  mailEvents: {
    id: counter,
    type: oneOf("email.external.sent"),
    campaignId: text,
    contactId: text,
    createdAt: text,
  },
  webhooks: { id: key, url: text, apiVersion: text, status: oneOf("enabled", "disabled") },
  /** The ledger that replaces a bank's gateway: the payments that would have been made. */
  payments: {
    id: key,
    payee: text,
    iban: text,
    cents: integer,
    currency: text,
    reference: text,
    executedAt: text,
  },
  dunningSteps: {
    id: counter,
    runId: text,
    customerId: text,
    subscriptionId: text,
    step: oneOf("remind", "warn", "suspend"),
    reason: text,
    createdAt: text,
  },
  /** The key of the step that suspended a subscription last. */
  suspensions: { subscriptionId: key, callId: text },
  /** Churn reports. */
  reports: { id: key, subscriptionId: text, reason: text, createdAt: text },
  /** Messages of customers to support: untrusted text. */
  messages: { id: key, customerId: text, text: text, receivedAt: text },
  exports: { id: key, kind: text, fileId: text, recordCount: integer, createdAt: text },
  rockets: { id: key, name: text, status: oneOf("on_pad", "launched") },
  launches: { id: key, rocketId: text, launchedAt: text },
  /** The current state of the world, such as `weather` is `clear`, against which requirements are checked. */
  conditions: { name: key, value: text },
  privateKeys: {
    name: key,
    pem: text,
    /** The person who has read it last. */
    readBy: maybe,
    readAt: maybe,
  },
};

/** The rows of every table. */
export type Database = {
  [Table in keyof typeof tables]: {
    [Name in keyof (typeof tables)[Table]]: (typeof tables)[Table][Name] extends Column<infer Value>
      ? Value
      : never;
  };
};

/** Creates the tables of an empty database. */
export async function createTables(database: Kysely<Database>): Promise<void> {
  for (const [table, columns] of Object.entries(tables)) {
    const definitions = Object.entries<Column<unknown>>(columns).map(
      ([name, column]) => sql`${sql.ref(name)} ${sql.raw(column.sql)}`,
    );
    await sql`create table if not exists ${sql.table(table)} (${sql.join(definitions)})`.execute(database);
  }
}
