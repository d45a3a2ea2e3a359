import type { Kysely } from "kysely";
import type { Databases } from "../database/open-database.ts";
import type { Database } from "../database/schema.ts";
import type { Mailer } from "./mail.ts";

/** Everything through which a handler can act. */
export interface Ports {
  readonly database: Kysely<Database>;
  readonly mail: Mailer;
}

/** The mailer of a plan, which refuses to send. */
const silentMailer: Mailer = {
  send() {
    return Promise.reject(new Error("a plan cannot send mail"));
  },
};

/** The ports of one call: a plan gets a read-only database and a mailer that refuses. */
export function portsFor(databases: Databases, mail: Mailer): (mode: "execute" | "plan") => Ports {
  const execute: Ports = { database: databases.writable, mail };
  const plan: Ports = { database: databases.readOnly, mail: silentMailer };
  return (mode) => (mode === "execute" ? execute : plan);
}
