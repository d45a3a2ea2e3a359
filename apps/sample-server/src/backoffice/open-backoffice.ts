import { join } from "node:path";
import { type BackofficeServer, createBackofficeServer } from "@backoffice/server";
import { sqliteState } from "@proviso/server";
import { openDatabase } from "../database/open-database.ts";
import { handlers } from "./handlers.ts";
import { createMailer } from "../ports/mail.ts";
import { portsFor } from "../ports/ports.ts";
import { requirementResolvers } from "./requirements.ts";

export interface Backoffice {
  readonly server: BackofficeServer;
  close(): Promise<void>;
}

/** The whole sample product on one data folder, which is made and filled on first use. */
export async function openBackoffice(dataFolder: string, smtpUrl?: string): Promise<Backoffice> {
  const state = sqliteState(dataFolder);
  const databases = await openDatabase(join(dataFolder, "backoffice.sqlite"), new Date());
  const mail = createMailer({ outbox: join(dataFolder, "outbox"), ...(smtpUrl ? { smtpUrl } : {}) });
  const server = createBackofficeServer({
    handlers,
    ports: portsFor(databases, mail),
    requirements: requirementResolvers(databases.readOnly),
    ...state,
  });
  return {
    server,
    async close() {
      await server.close();
      await databases.close();
    },
  };
}
