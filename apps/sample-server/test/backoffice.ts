import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BackofficeServer, createBackofficeServer, type Handlers } from "@backoffice/server";
import { type MemoryAudit, memoryState, type Outcome, type Principal } from "@proviso/server";
import { type CallTool, callApproved, callAs, fakeClock } from "@proviso/server/testing";
import { type Kysely, sql } from "kysely";
import { onTestFinished } from "vitest";
import { type Databases, openDatabase } from "../src/database/open-database.ts";
import type { Database } from "../src/database/schema.ts";
import { handlers, people } from "../src/program/handlers.ts";
import type { Mailer, Message } from "../src/ports/mail.ts";
import { type Ports, portsFor } from "../src/ports/ports.ts";
import { isVisible, seededPrincipal } from "../src/identity/principals.ts";
import { requirementResolvers } from "../src/program/requirements.ts";

/** The moment at which every test's company was seeded. */
export const start = "2026-11-21T12:00:00.000Z";

export interface TestBackoffice {
  readonly server: BackofficeServer;
  /** Calls as Mia, who may do everything and says yes to whatever is asked, after a dry run where there must be one. */
  readonly call: CallTool;
  /** Calls as somebody else, who cannot be asked. */
  as(name: string): CallTool;
  /** Calls as Mia in another process over the same store, with these handlers and this mail server. */
  beside(given: Partial<Handlers<Ports>>, mail?: Mailer): CallTool;
  /** Calls as somebody else, who says yes like Mia. */
  approvedAs(name: string): CallTool;
  readonly databases: Databases;
  readonly database: Kysely<Database>;
  readonly sent: Message[];
  /** The mail server takes so many messages more. */
  acceptMail(count: number): void;
  readonly audit: MemoryAudit;
  advance(ms: number): void;
  /** Every byte of the database, after all that was written has reached the file. */
  bytes(): Promise<Buffer>;
}

/** The whole sample product on a database of its own, with a clock that stands still and a mailbox instead of mail. */
export async function openTestBackoffice(given: Partial<Handlers<Ports>> = {}): Promise<TestBackoffice> {
  const folder = mkdtempSync(join(tmpdir(), "backoffice-"));
  const file = join(folder, "backoffice.sqlite");
  const clock = fakeClock(start);
  const databases = await openDatabase(file, clock.now());
  const mailbox = testMailbox();
  const state = memoryState({ clock });
  const servers: BackofficeServer[] = [];
  const open = (changed: Partial<Handlers<Ports>>, mail: Mailer): BackofficeServer => {
    const opened = createBackofficeServer({
      handlers: { ...handlers, ...changed },
      people,
      visible: isVisible,
      ports: portsFor(databases, mail),
      ...state,
      requirements: requirementResolvers(databases.readOnly),
      clock,
    });
    servers.push(opened);
    return opened;
  };
  const server = open(given, mailbox.mail);
  onTestFinished(async () => {
    await Promise.all(servers.map((each) => each.close({ graceMs: 0 })));
    await databases.close();
    rmSync(folder, { recursive: true });
  });
  const mia = principal("mia");
  return {
    server,
    call: plannedFirst(server, mia),
    beside: (changed, mail = mailbox.mail) => plannedFirst(open(changed, mail), mia),
    as: (name) => callAs(server, principal(name)),
    approvedAs: (name) => plannedFirst(server, principal(name)),
    databases,
    database: databases.writable,
    ...mailbox,
    audit: state.audit,
    advance: clock.advance,
    async bytes() {
      await sql`pragma wal_checkpoint(truncate)`.execute(databases.writable);
      return readFileSync(file);
    },
  };
}

export function principal(name: string): Principal {
  const seeded = seededPrincipal(name, new Date(start));
  if (!seeded) throw new Error(`nobody is called ${name}`);
  return seeded;
}

function testMailbox(): Pick<TestBackoffice, "sent" | "acceptMail"> & { readonly mail: Mailer } {
  const sent: Message[] = [];
  let left = Number.POSITIVE_INFINITY;
  return {
    sent,
    acceptMail(count) {
      left = count;
    },
    mail: {
      async send(message) {
        if (left === 0) throw new Error("421 try again later");
        left--;
        sent.push(message);
      },
    },
  };
}

function plannedFirst(server: BackofficeServer, caller: Principal): CallTool {
  const approved = callApproved(server, caller);
  return async (name, input = {}, options = {}) => {
    const tool = server.manifest.tools.find((each) => each.name === name);
    if (tool?.dryRun?.mode === "required") await approved(name, { ...(input as object), dryRun: true });
    return approved(name, input, options);
  };
}

/** The part of an outcome that tests compare: the output, or the code of the failure. */
export function resultOf(outcome: Outcome): unknown {
  if (outcome.kind === "completed") return outcome.output;
  if (outcome.kind === "planned") return outcome.plan;
  return "failure" in outcome ? outcome.failure.code : outcome.kind;
}
