import { join } from "node:path";
import { type BackofficeServer, createBackofficeServer } from "@backoffice/server";
import type { Clock } from "@proviso/server";
import { sqliteState } from "@proviso/trail";
import { type ApprovalInbox, approvalInbox } from "@proviso/server/approvals";
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
  close(): Promise<void>;
}

const systemClock: Clock = { now: () => new Date() };

/** The whole sample product on one data folder, which is made and filled on first use. */
export async function openBackoffice(
  dataFolder: string,
  smtpUrl?: string,
  inboxUrl?: string,
  clock: Clock = systemClock,
): Promise<Backoffice> {
  const state = sqliteState(dataFolder, { clock });
  const databases = await openDatabase(join(dataFolder, "backoffice.sqlite"), clock.now());
  const mail = createMailer({ outbox: join(dataFolder, "outbox"), ...(smtpUrl ? { smtpUrl } : {}) });
  const server = createBackofficeServer({
    handlers,
    people,
    visible: isVisible,
    ports: portsFor(databases, mail),
    requirements: requirementResolvers(databases.readOnly),
    ...state,
    clock,
    ...(inboxUrl && { approvals: { url: inboxUrl } }),
  });
  const inbox =
    inboxUrl &&
    approvalInbox({ ...state, clock, approvals: server.approvals, url: inboxUrl, product: "Nordlicht" });
  return {
    server,
    ...(inbox && { inbox }),
    async close() {
      if (inbox) inbox.close();
      await server.close();
      await databases.close();
    },
  };
}
