import type { BackofficeServerOptions, Handlers } from "@backoffice/server";
import { account } from "../handlers/account.ts";
import { calendar } from "../handlers/calendar.ts";
import { collections } from "../handlers/collections.ts";
import { contacts } from "../handlers/contacts.ts";
import { contracts } from "../handlers/contracts.ts";
import { customers } from "../handlers/customers.ts";
import { drafts } from "../handlers/drafts.ts";
import { emails } from "../handlers/emails.ts";
import { exports } from "../handlers/exports.ts";
import { files } from "../handlers/files.ts";
import { help } from "../handlers/help.ts";
import { notes } from "../handlers/notes.ts";
import { orders } from "../handlers/orders.ts";
import { payments } from "../handlers/payments.ts";
import { projects } from "../handlers/projects.ts";
import { reminders } from "../handlers/reminders.ts";
import { research } from "../handlers/research.ts";
import { revenue } from "../handlers/revenue.ts";
import { rockets } from "../handlers/rockets.ts";
import { readPrivateKey } from "../handlers/secrets.ts";
import { subscriptions } from "../handlers/subscriptions.ts";
import { summaries } from "../handlers/summaries.ts";
import { tasks } from "../handlers/tasks.ts";
import { transactions } from "../handlers/transactions.ts";
import { users } from "../handlers/users.ts";
import { webhooks } from "../handlers/webhooks.ts";
import type { Ports } from "../ports/ports.ts";

/** Every domain's handlers. A domain that a contract adds is missing here until it is written: a type error. */
export const handlers: Handlers<Ports> = {
  account,
  calendar,
  collections,
  contacts,
  contracts,
  customers,
  drafts,
  emails,
  exports,
  files,
  help,
  notes,
  orders,
  payments,
  projects,
  reminders,
  research,
  revenue,
  rockets,
  subscriptions,
  summaries,
  tasks,
  transactions,
  users,
  webhooks,
};

/** The handlers of the forbidden tools that people may call themselves. */
export const people: BackofficeServerOptions<Ports>["people"] = {
  "secrets.read_private_key": readPrivateKey,
};
