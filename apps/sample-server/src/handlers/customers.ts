import type { Customer } from "@backoffice/schemas/customers";
import type { CustomersHandlers } from "@backoffice/server";
import type { Kysely, Selectable } from "kysely";
import type { Database } from "../database/schema.ts";
import { euros } from "../business/money.ts";
import type { Ports } from "../ports/ports.ts";
import { tryLater } from "../business/try-later.ts";
import { pageWith, rowById, rowsWith, updateRow } from "../database/rows.ts";

/** The handlers of `customers`. */
export const customers: CustomersHandlers<Ports> = {
  get: async ({ customerId }, { ports, fail }) => {
    const row = await rowById(ports.database, "customers", customerId);
    if (!row) throw fail.customerNotFound();
    return { customer: toCustomer(row) };
  },

  list: async (input, { ports }) => {
    const { status, ...request } = input;
    const { rows, ...page } = await pageWith(ports.database, "customers", { status }, "name, id", request);
    return { customers: rows.map(toCustomer), ...page };
  },

  getFinancialSummary: async ({ customerId }, { ports, fail }) => {
    if (!(await rowById(ports.database, "customers", customerId))) throw fail.customerNotFound();
    const orders = await rowsWith(ports.database, "orders", { customerId });
    const subscriptions = await rowsWith(ports.database, "subscriptions", { customerId });
    const paid = orders.filter((order) => order.status !== "pending");
    const pending = orders.filter((order) => order.status === "pending");
    const late = subscriptions.filter((subscription) => subscription.status === "past_due");
    return {
      customerId,
      paid: euros(sumOfOrders(paid.map((order) => order.cents))),
      refunded: euros(sumOfOrders(orders.map((order) => order.refundedCents))),
      outstanding: euros(sumOfOrders([...pending, ...late].map((row) => row.cents))),
      orderCount: orders.length,
      activeSubscriptions: subscriptions.filter((subscription) => subscription.status === "active").length,
    };
  },

  update: async ({ customerId, ...changes }, { ports, fail }) =>
    await ports.database.transaction().execute(async (database) => {
      const before = await rowById(database, "customers", customerId);
      if (!before) throw fail.customerNotFound();
      if (changes.email !== undefined && (await isTaken(database, changes.email, customerId)))
        throw fail.emailTaken();
      await updateRow(database, "customers", customerId, changes);
      const after = { ...before, ...changes };
      const changed = (["name", "email", "phone", "city"] as const).filter(
        (field) => after[field] !== before[field],
      );
      return { customer: toCustomer(after), changed };
    }),

  delete: {
    plan: async ({ customerId }, { ports, fail }) => {
      const effects = await effectsOfDeletion(ports.database, customerId);
      if (!effects) throw fail.customerNotFound();
      const { contacts, orders, subscriptions } = effects;
      const open = orders.filter((order) => order.status === "paid");
      return {
        contacts: contacts.length,
        orders: orders.length,
        subscriptions: subscriptions.length,
        warnings:
          open.length > 0
            ? [
                `Paid and not delivered: ${open.map(({ id }) => id).join(", ")}. The deletion would be refused.`,
              ]
            : [],
        expectedSideEffects:
          open.length > 0
            ? []
            : [
                `${effects.name} is erased, with all contacts (${contacts.length}).`,
                `Orders lose the customer's name (${orders.length}).`,
                `Subscriptions end (${subscriptions.length}).`,
              ],
        targets: [...contacts, ...orders, ...subscriptions].map((row) => row.id).toSorted(),
      };
    },
    execute: async ({ customerId }, { ports, fail }) =>
      await ports.database.transaction().execute(async (database) => {
        const effects = await effectsOfDeletion(database, customerId);
        if (!effects) throw fail.customerNotFound();
        if (effects.orders.some((order) => order.status === "paid"))
          throw fail.customerHasOpenOrders(undefined, tryLater);
        const contactIds = effects.contacts.map((contact) => contact.id);
        await database.deleteFrom("segmentMembers").where("contactId", "in", contactIds).execute();
        for (const table of ["projects", "orders", "transactions"] as const)
          await database
            .updateTable(table)
            .set({ customerId: null })
            .where("customerId", "=", customerId)
            .execute();
        for (const table of ["contacts", "notes", "messages", "subscriptions"] as const)
          await database.deleteFrom(table).where("customerId", "=", customerId).execute();
        await database.deleteFrom("customers").where("id", "=", customerId).execute();
        return {
          customerId,
          deleted: true,
          erasedContacts: effects.contacts.length,
          anonymisedOrders: effects.orders.length,
        };
      }),
  },
};

async function isTaken(database: Kysely<Database>, email: string, customerId: string): Promise<boolean> {
  return (await rowsWith(database, "customers", { email })).some(({ id }) => id !== customerId);
}

async function effectsOfDeletion(database: Kysely<Database>, customerId: string) {
  const customer = await rowById(database, "customers", customerId);
  if (!customer) return undefined;
  const contacts = await rowsWith(database, "contacts", { customerId });
  const orders = await rowsWith(database, "orders", { customerId });
  const subscriptions = await rowsWith(database, "subscriptions", { customerId });
  return { name: customer.name, contacts, orders, subscriptions };
}

function toCustomer({ id, phone, city, ...row }: Selectable<Database["customers"]>): Customer {
  const { name, email, status, createdAt } = row;
  return {
    customerId: id,
    name,
    email,
    ...(phone === null ? {} : { phone }),
    ...(city === null ? {} : { city }),
    status,
    createdAt,
  };
}

function sumOfOrders(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
