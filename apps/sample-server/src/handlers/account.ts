import type { AccountHandlers } from "@backoffice/server";
import { ownAccount, updateRow } from "../database/rows.ts";
import type { Ports } from "../ports/ports.ts";

/** The sample product's API versions, oldest first. */
export const accountApiVersions: readonly string[] = ["2025-05-01", "2025-11-01", "2026-06-01"];

/** The handlers of `account`. */
export const account: AccountHandlers<Ports> = {
  ping: (_input, context) => ({ status: "ok", time: context.now().toISOString() }),

  getCurrentUser: (_input, { principal }) => ({
    id: principal.id,
    name: principal.name ?? principal.id,
    kind: principal.kind,
    permissions: [...principal.permissions].toSorted(),
  }),

  get: async (_input, { ports }) => {
    const { id, name, plan, apiVersion, createdAt } = await ownAccount(ports.database);
    return { accountId: id, name, plan, apiVersion, createdAt };
  },

  upgradeApiVersion: async ({ version }, { ports, fail }) =>
    await ports.database.transaction().execute(async (database) => {
      const { apiVersion, id } = await ownAccount(database);
      if (!accountApiVersions.includes(version))
        throw fail.unknownApiVersion(`There is no API version ${version}.`);
      if (version <= apiVersion) throw fail.notAnUpgrade(`The account is on ${apiVersion} already.`);
      await updateRow(database, "account", id, { apiVersion: version });
      return { previousVersion: apiVersion, version };
    }),
};
