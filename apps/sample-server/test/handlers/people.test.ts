import { manifest } from "@backoffice/server";
import { describe, expect, test } from "vitest";
import { openTestBackoffice, resultOf } from "../backoffice.ts";

async function check(tool: string, input: object, expected: unknown): Promise<void> {
  const { call } = await openTestBackoffice();
  const result = resultOf(await call(tool, input));
  expect({ result }).toMatchObject({ result: expected });
}

describe("account", () => {
  test("get_current_user says who calls and what they may do", async () => {
    const { as } = await openTestBackoffice();
    const { permissions, ...who } = resultOf(await as("guest")("account.get_current_user")) as {
      readonly permissions: readonly string[];
    };
    expect(who).toEqual({ id: "usr_guest", name: "Guest", kind: "agent" });
    expect(permissions).toEqual(permissions.toSorted());
    expect(permissions).not.toContain("orders:refund");
  });

  test("upgrade_api_version goes forward only", async () => {
    const { call } = await openTestBackoffice();
    const upgrade = (version: string) => call("account.upgrade_api_version", { version });
    expect(resultOf(await upgrade("2026-06-01"))).toEqual({
      previousVersion: "2025-11-01",
      version: "2026-06-01",
    });
    expect(resultOf(await upgrade("2025-11-01"))).toBe("not_an_upgrade");
    expect(resultOf(await upgrade("2031-01-01"))).toBe("unknown_api_version");
  });
});

describe("contacts.search", () => {
  test("finds names, companies and addresses in either case", () =>
    check(
      "contacts.search",
      { query: "KELLER OPTIK", limit: 1 },
      { contacts: [{ name: "Anna Keller", company: "Keller Optik" }] },
    ));

  test("takes a percent sign for a percent sign", () =>
    check("contacts.search", { query: "%%" }, { contacts: [] }));

  test("returns ten where nobody says how many", async () => {
    const { call } = await openTestBackoffice();
    const { contacts } = resultOf(await call("contacts.search", { query: "example.com" })) as {
      readonly contacts: readonly object[];
    };
    expect(contacts).toHaveLength(10);
  });
});

describe("customers", () => {
  test("list gives every customer exactly once over its pages", async () => {
    const { call } = await openTestBackoffice();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = resultOf(
        await call("customers.list", { pageSize: 25, ...(cursor ? { cursor } : {}) }),
      ) as {
        readonly customers: readonly { readonly customerId: string }[];
        readonly total: number;
        readonly nextCursor?: string;
      };
      seen.push(...page.customers.map((customer) => customer.customerId));
      expect(page.total).toBe(60);
      cursor = page.nextCursor;
    } while (cursor);
    expect(new Set(seen).size).toBe(60);
    expect(seen).toHaveLength(60);
  });

  test("list narrows down to a status", () => check("customers.list", { status: "closed" }, { total: 4 }));

  test("get_financial_summary follows a refund", async () => {
    const { call } = await openTestBackoffice();
    await call("orders.refund", {
      orderId: "ord_0001",
      amount: { cents: 900, currency: "EUR" },
      reason: "damaged",
    });
    expect(resultOf(await call("customers.get_financial_summary", { customerId: "cus_0001" }))).toMatchObject(
      {
        refunded: { cents: 900, currency: "EUR" },
        orderCount: 2,
        activeSubscriptions: 1,
      },
    );
  });

  test("update names what changed and leaves the rest alone", () =>
    check(
      "customers.update",
      { customerId: "cus_0001", city: "Kiel", name: "Keller Optik" },
      { changed: ["city"], customer: { city: "Kiel", email: "anna.keller@example.com" } },
    ));

  test("update refuses an address that somebody else uses", () =>
    check("customers.update", { customerId: "cus_0001", email: "max.brandt@example.com" }, "email_taken"));

  test("update refuses a change without a change", () =>
    check("customers.update", { customerId: "cus_0001" }, "invalid_input"));

  test("update asks Noah, who logged in hours ago, to log in again for an address and for nothing else", async () => {
    const { approvedAs } = await openTestBackoffice();
    const update = approvedAs("noah");
    expect(
      resultOf(await update("customers.update", { customerId: "cus_0001", city: "Kiel" })),
    ).toMatchObject({ changed: ["city"] });
    expect(
      resultOf(await update("customers.update", { customerId: "cus_0001", email: "a@example.com" })),
    ).toBe("step_up_required");
  });

  test("delete erases the person everywhere and keeps the invoices", async () => {
    const { call, database } = await openTestBackoffice();
    expect(
      resultOf(await call("customers.delete", { customerId: "cus_0001", reason: "requested_by_customer" })),
    ).toBe("customer_has_open_orders");
    await database
      .updateTable("orders")
      .set({ status: "delivered" })
      .where("customerId", "=", "cus_0002")
      .execute();
    const plan = resultOf(
      await call("customers.delete", { customerId: "cus_0002", reason: "duplicate", dryRun: true }),
    );
    expect(plan).toMatchObject({ dryRun: true, contacts: 1, orders: 2, subscriptions: 1 });
    expect(
      resultOf(await call("customers.delete", { customerId: "cus_0002", reason: "duplicate" })),
    ).toMatchObject({ erasedContacts: 1, anonymisedOrders: 2 });
    const left = await Promise.all(
      (["contacts", "orders", "transactions", "subscriptions", "projects", "notes", "messages"] as const).map(
        (table) => database.selectFrom(table).select("id").where("customerId", "=", "cus_0002").execute(),
      ),
    );
    expect(left.flat()).toEqual([]);
    expect(resultOf(await call("customers.get", { customerId: "cus_0002" }))).toBe("customer_not_found");
  });
});

describe("users", () => {
  test("change_permissions grants and revokes, and returns the whole list", async () => {
    const { call } = await openTestBackoffice();
    const { permissions } = resultOf(
      await call("users.change_permissions", {
        userId: "usr_lena",
        grant: ["orders:refund"],
        revoke: ["customers:read"],
      }),
    ) as { readonly permissions: readonly string[] };
    expect(permissions).toContain("orders:refund");
    expect(permissions).not.toContain("customers:read");
  });

  test.each([
    [{ userId: "usr_mia", grant: ["orders:read"] }, "cannot_change_self"],
    [{ userId: "usr_nobody", grant: ["orders:read"] }, "user_not_found"],
    [{ userId: "usr_lena", grant: ["moon:land"] }, "unknown_permission"],
  ])("change_permissions refuses %j as %s", (input, code) => check("users.change_permissions", input, code));

  test("nobody can grant what only forbidden tools ask for", () => {
    expect(
      Object.keys(manifest.permissions).filter((name) => /^(secrets|audit):|unrestricted/.test(name)),
    ).toEqual([]);
  });

  test("delete hands the open tasks over", async () => {
    const { call, database } = await openTestBackoffice();
    const result = resultOf(await call("users.delete", { userId: "usr_lena", reassignTo: "usr_noah" }));
    expect(result).toEqual({ userId: "usr_lena", deleted: true, reassignedTasks: 3 });
    expect(
      await database.selectFrom("tasks").selectAll().where("assigneeId", "=", "usr_lena").execute(),
    ).toEqual([]);
  });

  test("delete refuses oneself and a successor who is not there", async () => {
    await check("users.delete", { userId: "usr_mia", reassignTo: "usr_noah" }, "cannot_change_self");
    await check("users.delete", { userId: "usr_lena", reassignTo: "usr_lena" }, "user_not_found");
  });
});
