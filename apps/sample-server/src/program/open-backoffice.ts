import { join } from "node:path";
import { type BackofficeServer, createBackofficeServer } from "@backoffice/server";
import { type ApprovalDesk, type ApprovalInbox, approvalInbox, inbox } from "@proviso/inbox";
import type { Clock, ProgramsPlug } from "@proviso/server";
import { sqliteState } from "@proviso/trail";
import { openDatabase } from "../database/open-database.ts";
import { isVisible } from "../identity/principals.ts";
import { handlers, people } from "./handlers.ts";
import { createMailer } from "../ports/mail.ts";
import { portsFor } from "../ports/ports.ts";
import { requirementResolvers } from "./requirements.ts";

export interface Backoffice {
  readonly server: BackofficeServer;
  /** The pages on which people approve calls, if they have an address. */
  readonly inbox?: ApprovalInbox;
  /** Where people decide about calls, if they have pages for it. */
  readonly desk?: ApprovalDesk;
  close(): Promise<void>;
}

const systemClock: Clock = { now: () => new Date() };

/** The whole sample product on one data folder, which is made and filled on first use. */
export async function openBackoffice(
  dataFolder: string,
  smtpUrl?: string,
  inboxUrl?: string,
  clock: Clock = systemClock,
  programs?: ProgramsPlug,
): Promise<Backoffice> {
  const state = sqliteState(dataFolder, { clock });
  const databases = await openDatabase(join(dataFolder, "backoffice.sqlite"), clock.now());
  const mail = createMailer({ outbox: join(dataFolder, "outbox"), ...(smtpUrl ? { smtpUrl } : {}) });
  const approvals = inboxUrl ? inbox({ url: inboxUrl }) : undefined;
  const server = createBackofficeServer({
    handlers,
    people,
    visible: isVisible,
    ports: portsFor(databases, mail),
    requirements: requirementResolvers(databases.readOnly),
    ...state,
    clock,
    ...(approvals && { approvals }),
    ...(programs && { programs }),
  });
  const desk = approvals?.desk;
  const pages =
    desk &&
    inboxUrl &&
    approvalInbox({ ...state, clock, approvals: desk, url: inboxUrl, product: "Nordlicht" });
  return {
    server,
    ...(pages && { inbox: pages }),
    ...(desk && { desk }),
    async close() {
      if (pages) pages.close();
      await server.close();
      await databases.close();
    },
  };
}
