import type { FilesHandlers } from "@backoffice/server";
import type { Kysely } from "kysely";
import type { Database } from "../database/schema.ts";
import { newId } from "../new-id.ts";
import type { Ports } from "../ports.ts";

const defaultLifetimeMs = 24 * 3_600_000;

/** The handlers of `files`. */
export const files: FilesHandlers<Ports> = {
  createDownloadLink: async ({ fileId, expiresAt: requestedExpiry }, { ports, fail, now }) => {
    if (!(await findFile(ports.database, fileId))) throw fail.fileNotFound();
    const hasPassed = Date.parse(requestedExpiry) <= now().getTime();
    const expiresAt = hasPassed
      ? new Date(now().getTime() + defaultLifetimeMs).toISOString()
      : requestedExpiry;
    return await createLink(ports.database, {
      fileId,
      recipient: null,
      requestedExpiry,
      expiresAt,
      createdAt: now().toISOString(),
    });
  },

  shareLink: async ({ fileId, recipient, expiresAt, message }, { ports, fail, now }) => {
    const file = await findFile(ports.database, fileId);
    if (!file) throw fail.fileNotFound();
    if (Date.parse(expiresAt) <= now().getTime()) throw fail.linkExpiresInPast();
    const link = await createLink(ports.database, {
      fileId,
      recipient,
      requestedExpiry: expiresAt,
      expiresAt,
      createdAt: now().toISOString(),
    });
    const text = [message, `${file.name}: ${link.url}`, `The link works until ${expiresAt}.`]
      .filter(Boolean)
      .join("\n\n");
    await ports.mail.send({ to: [recipient], subject: `${file.name} has been shared with you`, text });
    return link;
  },
};

async function findFile(
  database: Kysely<Database>,
  fileId: string,
): Promise<{ readonly name: string } | undefined> {
  return await database.selectFrom("files").select("name").where("id", "=", fileId).executeTakeFirst();
}

async function createLink(database: Kysely<Database>, row: Omit<Database["links"], "id">) {
  const linkId = newId("lnk");
  await database
    .insertInto("links")
    .values({ id: linkId, ...row })
    .execute();
  return { linkId, url: `https://files.nordlicht.example/d/${linkId}`, expiresAt: row.expiresAt };
}
