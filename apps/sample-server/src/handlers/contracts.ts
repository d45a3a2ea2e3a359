import type { ContractsHandlers } from "@backoffice/server";
import { blockedAddresses } from "../business/blocked-addresses.ts";
import { deliver } from "../ports/deliver.ts";
import type { Ports } from "../ports/ports.ts";
import { tryLater } from "../business/try-later.ts";
import { rowById, updateRow } from "../database/rows.ts";

/** The handlers of `contracts`. */
export const contracts: ContractsHandlers<Ports> = {
  async send({ contractId, signatory, message }, { fail, ports, now }) {
    const agreement = await rowById(ports.database, "agreements", contractId);
    if (!agreement) throw fail.contractNotFound();
    if (agreement.status !== "ready" || agreement.text === null)
      throw fail.contractNotReady(undefined, { status: agreement.status, ...tryLater });
    const [blocked] = await blockedAddresses(ports.database, [signatory]);
    if (blocked !== undefined) throw fail.invalidRecipient(undefined, { address: blocked });
    const text = [message, agreement.text].filter((part) => part !== undefined).join("\n\n");
    await deliver(ports.mail, { to: [signatory], subject: `For signature: ${agreement.title}`, text }, fail);
    const sentAt = now().toISOString();
    await updateRow(ports.database, "agreements", contractId, {
      status: "out_for_signature",
      sentTo: signatory,
      sentAt,
    });
    return { contractId, status: "out_for_signature", sentAt };
  },
};
