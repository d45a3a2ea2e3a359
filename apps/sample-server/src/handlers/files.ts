import type { FilesHandlers } from "@backoffice/server";
import type { ManageLinkOutput } from "@backoffice/schemas/files";
import type { Kysely } from "kysely";
import { blockedAddresses } from "../business/blocked-addresses.ts";
import type { Database } from "../database/schema.ts";
import { deliver } from "../ports/deliver.ts";
import { newId } from "../database/new-id.ts";
import type { Ports } from "../ports/ports.ts";
import { insertRow, rowById, rowsWith, updateRow } from "../database/rows.ts";

const linkHourMs = 3_600_000;
const defaultLifetimeMs = 24 * linkHourMs;

/** The handlers of `files`. */
export const files: FilesHandlers<Ports> = {
  createDownloadLink: async ({ fileId, expiresAt: requestedExpiry }, { ports, fail, now }) => {
    if (!(await rowById(ports.database, "files", fileId))) throw fail.fileNotFound();
    const valid = await findValidLink(ports.database, fileId, requestedExpiry, now());
    if (valid) return valid;
    const hasPassed = Date.parse(requestedExpiry) <= now().getTime();
    const expiresAt = hasPassed
      ? new Date(now().getTime() + defaultLifetimeMs).toISOString()
      : new Date(requestedExpiry).toISOString();
    return await createLink(ports.database, {
      fileId,
      recipient: null,
      requestedExpiry,
      expiresAt,
      createdAt: now().toISOString(),
    });
  },

  shareLink: async ({ fileId, recipient, expiresAt, message }, { ports, fail, now }) => {
    const file = await rowById(ports.database, "files", fileId);
    if (!file) throw fail.fileNotFound();
    if (Date.parse(expiresAt) <= now().getTime()) throw fail.linkExpiresInPast();
    const [blocked] = await blockedAddresses(ports.database, [recipient]);
    if (blocked !== undefined) throw fail.invalidRecipient(undefined, { address: blocked });
    const downloadLink = await createLink(ports.database, {
      fileId,
      recipient,
      requestedExpiry: expiresAt,
      expiresAt,
      createdAt: now().toISOString(),
    });
    const text = [message, `${file.name}: ${downloadLink.url}`, `The link works until ${expiresAt}.`]
      .filter(Boolean)
      .join("\n\n");
    await deliver(
      ports.mail,
      { to: [recipient], subject: `${file.name} has been shared with you`, text },
      fail,
    );
    return downloadLink;
  },

  manageLink: async ({ linkId, action, hours = 24 }, { ports, fail, now }) => {
    const downloadLink = await rowById(ports.database, "links", linkId);
    if (!downloadLink) throw fail.linkNotFound();
    if (action === "show") return viewLink(downloadLink, now());
    const isValid = isValidLink(downloadLink, now());
    if (action === "revoke" && !isValid) throw fail.linkEnded();
    const from = isValid ? Date.parse(downloadLink.expiresAt) : now().getTime();
    const expiresAt = action === "revoke" ? now() : new Date(from + hours * linkHourMs);
    return viewLink(await endLinkAt(ports.database, downloadLink, expiresAt), now());
  },
};

type FileLink = Database["links"];

async function endLinkAt(database: Kysely<Database>, downloadLink: FileLink, end: Date): Promise<FileLink> {
  const expiresAt = end.toISOString();
  await updateRow(database, "links", downloadLink.id, { expiresAt });
  return { ...downloadLink, expiresAt };
}

function isValidLink({ expiresAt }: FileLink, now: Date): boolean {
  return Date.parse(expiresAt) > now.getTime();
}

function viewLink(downloadLink: FileLink, now: Date): ManageLinkOutput {
  const { id: linkId, fileId, recipient, expiresAt } = downloadLink;
  return {
    linkId,
    fileId,
    expiresAt,
    isValid: isValidLink(downloadLink, now),
    ...(recipient !== null && { recipient }),
  };
}

/** A link to the file that lasts as long as requested. */
async function findValidLink(database: Kysely<Database>, fileId: string, requestedExpiry: string, now: Date) {
  const links = await rowsWith(database, "links", { fileId, requestedExpiry });
  const row = links.find((link) => link.recipient === null && isValidLink(link, now));
  return row && { linkId: row.id, url: urlOfLink(row.id), expiresAt: row.expiresAt };
}

async function createLink(database: Kysely<Database>, row: Omit<Database["links"], "id">) {
  const linkId = newId("lnk");
  await insertRow(database, "links", { id: linkId, ...row });
  return { linkId, url: urlOfLink(linkId), expiresAt: row.expiresAt };
}

function urlOfLink(linkId: string): string {
  return `https://files.nordlicht.example/d/${linkId}`;
}
