import type { UpgradeVersionInput, VersionChange } from "@backoffice/schemas/webhooks";
import type { WebhooksHandlers } from "@backoffice/server";
import type { Database } from "../database/schema.ts";
import type { Ports } from "../ports/ports.ts";
import { accountApiVersions } from "./account.ts";
import type { Kysely } from "kysely";
import { rowById, updateRow } from "../database/rows.ts";

interface Failures {
  readonly webhookNotFound: () => Error;
  readonly wrongDirection: (message: string) => Error;
  readonly unknownApiVersion: () => Error;
}

/** The handlers of `webhooks`. */
export const webhooks: WebhooksHandlers<Ports> = {
  upgradeVersion: async (input, { ports, fail }) => ({
    change: await changeVersion(ports.database, input, (before, after) => after > before, fail),
  }),
  downgradeVersion: async (input, { ports, fail }) => ({
    change: await changeVersion(ports.database, input, (before, after) => after < before, fail),
  }),
};

async function changeVersion(
  database: Kysely<Database>,
  { webhookId, version }: UpgradeVersionInput,
  isRightWay: (before: string, after: string) => boolean,
  fail: Failures,
): Promise<VersionChange> {
  return await database.transaction().execute(async (transaction) => {
    const webhook = await rowById(transaction, "webhooks", webhookId);
    if (!webhook) throw fail.webhookNotFound();
    if (!accountApiVersions.includes(version)) throw fail.unknownApiVersion();
    const previousVersion = webhook.apiVersion;
    if (!isRightWay(previousVersion, version))
      throw fail.wrongDirection(`The webhook is on ${previousVersion}.`);
    await updateRow(transaction, "webhooks", webhookId, { apiVersion: version });
    return { webhookId, previousVersion, version };
  });
}
