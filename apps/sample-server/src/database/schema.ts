import type { Generated } from "kysely";

/** The backoffice's own database. Times are ISO 8601 in UTC, money is in the smallest unit of its currency. */
export interface Database {
  account: AccountTable;
  users: UserTable;
  customers: CustomerTable;
  contacts: ContactTable;
  orders: OrderTable;
  transactions: TransactionTable;
  subscriptions: SubscriptionTable;
  projects: ProjectTable;
  tasks: TaskTable;
  notes: NoteTable;
  summaries: SummaryTable;
  activities: ActivityTable;
  reminders: ReminderTable;
  drafts: DraftTable;
  events: EventTable;
  attendees: AttendeeTable;
  files: FileTable;
  links: LinkTable;
  agreements: AgreementTable;
  articles: ArticleTable;
  templates: TemplateTable;
  segmentMembers: SegmentMemberTable;
  campaigns: CampaignTable;
  emails: EmailTable;
  mailEvents: MailEventTable;
  webhooks: WebhookTable;
  payments: PaymentTable;
  dunningSteps: DunningStepTable;
  reports: ReportTable;
  messages: MessageTable;
  exports: ExportTable;
  rockets: RocketTable;
  launches: LaunchTable;
  conditions: ConditionTable;
  privateKeys: PrivateKeyTable;
}

interface AccountTable {
  id: string;
  name: string;
  /** The balance of the company's own bank account. */
  balanceCents: number;
  plan: "starter" | "growth" | "scale";
  apiVersion: string;
  createdAt: string;
}

interface UserTable {
  id: string;
  name: string;
  email: string;
  role: string;
  /** JSON array of permission names. */
  permissions: string;
  status: "active" | "deleted";
}

interface CustomerTable {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  city: string | null;
  status: "active" | "paused" | "closed";
  createdAt: string;
}

interface ContactTable {
  id: string;
  name: string;
  firstName: string | null;
  email: string;
  company: string | null;
  customerId: string | null;
  /** 0 if mail has bounced. */
  deliverable: number;
}

interface OrderTable {
  id: string;
  /** Null if the customer was erased. */
  customerId: string | null;
  cents: number;
  refundedCents: number;
  currency: string;
  status: "pending" | "paid" | "delivered" | "refunded";
  item: string;
  createdAt: string;
}

interface TransactionTable {
  id: string;
  orderId: string | null;
  customerId: string | null;
  kind: "charge" | "refund" | "payout";
  cents: number;
  refundedCents: number;
  currency: string;
  reason: string | null;
  /** The call that made it, where somebody may have to find it by that. */
  callId: string | null;
  createdAt: string;
}

interface SubscriptionTable {
  id: string;
  customerId: string;
  plan: string;
  cents: number;
  currency: string;
  status: "active" | "past_due" | "suspended" | "cancelled";
  currentPeriodEnd: string;
  /** 1 if it ends with the current period. */
  cancelAtPeriodEnd: number;
  pastDueSince: string | null;
  cancelledAt: string | null;
}

interface ProjectTable {
  id: string;
  name: string;
  customerId: string | null;
  status: "planned" | "active" | "on_hold" | "done" | "archived";
  ownerId: string;
  dueOn: string | null;
  updatedAt: string;
}

interface TaskTable {
  id: string;
  projectId: string;
  title: string;
  status: "todo" | "doing" | "blocked" | "done";
  assigneeId: string | null;
  updatedAt: string;
}

interface NoteTable {
  id: string;
  projectId: string | null;
  customerId: string | null;
  authorId: string;
  text: string;
  createdAt: string;
}

interface SummaryTable {
  id: string;
  projectId: string;
  text: string;
  createdAt: string;
}

/** What happened on a project, newest last. */
interface ActivityTable {
  id: Generated<number>;
  projectId: string;
  text: string;
  createdAt: string;
}

interface ReminderTable {
  id: string;
  userId: string;
  text: string;
  remindAt: string;
  createdAt: string;
}

interface DraftTable {
  id: string;
  userId: string;
  /** JSON array of addresses. */
  recipients: string;
  subject: string;
  body: string;
  createdAt: string;
}

interface EventTable {
  id: string;
  title: string;
  startsAt: string;
  endsAt: string;
}

interface AttendeeTable {
  eventId: string;
  email: string;
  optional: number;
}

interface FileTable {
  id: string;
  name: string;
  mediaType: string;
  sizeBytes: number;
  content: string;
  createdAt: string;
}

interface LinkTable {
  id: string;
  fileId: string;
  recipient: string | null;
  requestedExpiry: string;
  expiresAt: string;
  createdAt: string;
}

interface AgreementTable {
  id: string;
  title: string;
  customerId: string;
  text: string | null;
  status: "draft" | "ready" | "out_for_signature" | "signed";
  sentTo: string | null;
  sentAt: string | null;
}

interface ArticleTable {
  id: string;
  language: "en" | "de";
  title: string;
  body: string;
  updatedAt: string;
}

interface TemplateTable {
  id: string;
  subject: string;
  /** `{{firstName}}` stands for the recipient's first name. */
  body: string;
}

interface SegmentMemberTable {
  segmentId: string;
  contactId: string;
}

interface CampaignTable {
  id: string;
  templateId: string;
  segmentId: string;
  /** A campaign is `failed` until its last email is out. */
  status: "sent" | "failed";
  sent: number;
  skipped: number;
  createdAt: string;
}

interface EmailTable {
  id: string;
  /** JSON array of addresses. */
  recipients: string;
  subject: string;
  projectId: string | null;
  status: "sent" | "scheduled" | "failed";
  createdAt: string;
}

/** One row for each email of a campaign, so that an interrupted campaign continues where it stopped. */
interface MailEventTable {
  id: Generated<number>;
  type: "email.external.sent";
  campaignId: string;
  contactId: string;
  createdAt: string;
}

interface WebhookTable {
  id: string;
  url: string;
  apiVersion: string;
  status: "enabled" | "disabled";
}

/** The ledger that replaces a bank's gateway: the payments that would have been made. */
interface PaymentTable {
  id: string;
  payee: string;
  iban: string;
  cents: number;
  currency: string;
  reference: string;
  executedAt: string;
}

interface DunningStepTable {
  id: Generated<number>;
  runId: string;
  customerId: string;
  subscriptionId: string;
  step: "remind" | "warn" | "suspend";
  reason: string;
  createdAt: string;
}

interface ExportTable {
  id: string;
  kind: string;
  fileId: string;
  recordCount: number;
  createdAt: string;
}

/** Churn reports. */
interface ReportTable {
  id: string;
  subscriptionId: string;
  reason: string;
  createdAt: string;
}

/** Messages of customers to support: untrusted text. */
interface MessageTable {
  id: string;
  customerId: string;
  text: string;
  receivedAt: string;
}

interface RocketTable {
  id: string;
  name: string;
  status: "on_pad" | "launched";
}

interface LaunchTable {
  id: string;
  rocketId: string;
  launchedAt: string;
}

/** The current state of the world, such as `weather` is `clear`, against which requirements are checked. */
interface ConditionTable {
  name: string;
  value: string;
}

interface PrivateKeyTable {
  name: string;
  pem: string;
  /** The person who has read it last. */
  readBy: string | null;
  readAt: string | null;
}
