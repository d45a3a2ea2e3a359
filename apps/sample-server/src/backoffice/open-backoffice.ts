import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createBackofficeServer } from "@backoffice/server";
import { type EnforcingServer, sqliteAudit, sqliteStore } from "@proviso/server";
import { openAuditKey } from "../keys/audit-key.ts";
import { openDatabase } from "../database/open-database.ts";
import { handlers } from "./handlers.ts";
import { createMailer } from "../ports/mail.ts";
import { portsFor } from "../ports/ports.ts";
import { readKey } from "../keys/read-key.ts";
import { requirementResolvers } from "./requirements.ts";

export interface Backoffice {
  readonly server: EnforcingServer;
  close(): Promise<void>;
}

/** Where the enforcement keeps its own state and the audit trail, apart from the business's data. */
export function auditFile(dataFolder: string): string {
  return join(dataFolder, "proviso.sqlite");
}

/** The whole sample product on one data folder, which is made and filled on first use. */
export async function openBackoffice(dataFolder: string, smtpUrl?: string): Promise<Backoffice> {
  await mkdir(dataFolder, { recursive: true });
  const databases = await openDatabase(join(dataFolder, "backoffice.sqlite"), new Date());
  const mail = createMailer({ outbox: join(dataFolder, "outbox"), ...(smtpUrl ? { smtpUrl } : {}) });
  const server = createBackofficeServer({
    handlers,
    ports: portsFor(databases, mail),
    store: sqliteStore({ file: auditFile(dataFolder) }),
    audit: sqliteAudit({ file: auditFile(dataFolder), signing: { key: await openAuditKey(dataFolder) } }),
    stateKey: await readKey(join(dataFolder, "state.key")),
    requirements: requirementResolvers(databases.readOnly),
    onFault: (error, tool) =>
      console.error(
        `backoffice-server: \`${tool}\` is at fault:`,
        error instanceof Error ? error.stack : error,
      ),
  });
  return {
    server,
    async close() {
      await server.close();
      await databases.close();
    },
  };
}
