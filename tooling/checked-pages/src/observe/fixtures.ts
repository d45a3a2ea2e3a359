import type { JsonObject } from "@proviso/manifest";
import type { World } from "./world.ts";

/** What the sample needs before the example of a tool can run. Returns the input, if it is not the example's. */
type Arrange = (world: World) => JsonObject | undefined;

export const arranged: Readonly<Record<string, Arrange>> = {
  // The date of the example is over, so that its link is not remembered.
  "files.create_download_link": () => ({ fileId: "f_abc123", expiresAt: "2027-01-31T12:00:00Z" }),
  // The examples of these three ask for what is so already.
  "customers.update": () => ({ customerId: "cus_0001", city: "Kiel" }),
  "tasks.update_status": (world) => {
    world.database.exec("update tasks set status = 'todo' where id = 'tsk_0001'");
    return undefined;
  },
  "users.change_permissions": () => ({ userId: "usr_lena", grant: ["orders:refund"] }),
  // Its contract is not in the manifest, so neither is its example.
  "secrets.read_private_key": () => ({ name: "invoice-signing" }),
  // No refund has been made by a call yet.
  "orders.get_refund": (world) => {
    world.database.exec(
      "update transactions set callId = 'call_1', kind = 'refund' where orderId = 'ord_0003'",
    );
    return { callId: "call_1" };
  },
  // Calls over its limit name other orders. A call that cannot be planned does not count.
  "orders.refund": (world) => {
    world.database.exec(`with recursive n(i) as (select 1000 union all select i + 1 from n where i < 1100)
      insert into orders (id, customerId, cents, currency, refundedCents, status, item, createdAt)
      select 'ord_x' || i || 'z9', customerId, cents, currency, refundedCents, status, item, createdAt
      from n, orders where id = 'ord_0003'`);
    return undefined;
  },
  // No step has suspended a subscription yet.
  "subscriptions.resume": (world) => {
    world.database.exec("update subscriptions set status = 'suspended' where id = 'sub_0007'");
    world.database.exec("insert into suspensions values ('sub_0007', 'run_1/suspend_sub_0007')");
    return { callId: "run_1/suspend_sub_0007" };
  },
  // By default it storms, and no launch is allowed.
  "rockets.launch": (world) => {
    world.database.exec("update conditions set value = 'clear' where name = 'weather'");
    world.database.exec("update conditions set value = 'open' where name = 'launch_window'");
    return undefined;
  },
};

/** For each condition on a page: arguments for which it is true, and arguments for which it is false. */
export const byCondition: Readonly<Record<string, readonly [JsonObject, JsonObject]>> = {
  "!has(input.projectId) && !has(input.customerId)": [
    { text: "A note for myself." },
    { text: "A note.", projectId: "prj_0001" },
  ],
  "has(input.email)": [
    { customerId: "cus_0001", email: "new@example.com" },
    { customerId: "cus_0001", phone: "+49 30 1234567" },
  ],
  "input.amount.cents > 50000": [
    { orderId: "ord_0021", amount: { cents: 50_001, currency: "EUR" }, reason: "damaged" },
    { orderId: "ord_0021", amount: { cents: 50_000, currency: "EUR" }, reason: "damaged" },
  ],
  "size(input.to) > 10": [recipients(11), recipients(10)],
};

function recipients(count: number): JsonObject {
  const to = Array.from({ length: count }, (_, at) => `person${at}@example.com`);
  return { to, subject: "Hello", body: "Hello." };
}

/** Data of people: a result with one of these values tells of them. */
export const personal = `select email from contacts union select name from contacts
  union select email from customers union select name from customers union select phone from customers
  union select text from messages union select email from users union select name from users`;

/** New rows that are money that has moved. */
export const money = /^backoffice\.sqlite (?:payments|transactions)\//;

/** Why the limit of a tool is not reached. */
export const unreachedLimits: Readonly<Record<string, string>> = {
  "emails.bulk_send": "the sample has two campaigns to send, and five a day are allowed",
  "exports.bulk_export": "equal exports are one call",
  "collections.run_dunning": "a run leaves nothing past due, and four a day are allowed",
  "rockets.launch": "the sample has one rocket, and three starts a day are allowed",
};
