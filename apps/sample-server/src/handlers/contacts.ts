import type { ContactsHandlers } from "@backoffice/server";
import { sql } from "kysely";
import type { Ports } from "../ports/ports.ts";

/** The handlers of `contacts`. */
export const contacts: ContactsHandlers<Ports> = {
  async search({ query, limit = 10 }, { ports }) {
    // `%` and `_` in a query are characters to look for, not wildcards
    const pattern = `%${query.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    const rows = await ports.database
      .selectFrom("contacts")
      .selectAll()
      .where(sql<boolean>`name || ' ' || coalesce(company, '') || ' ' || email like ${pattern} escape '\\'`)
      .orderBy("name")
      .orderBy("id")
      .limit(limit)
      .execute();
    return {
      contacts: rows.map(({ id, name, email, company, customerId }) => ({
        contactId: id,
        name,
        email,
        ...(company === null ? {} : { company }),
        ...(customerId === null ? {} : { customerId }),
      })),
    };
  },
};
