import { manifest, type UsersHandlers } from "@backoffice/server";
import type { Kysely, Selectable } from "kysely";
import type { Database } from "../database/schema.ts";
import type { Ports } from "../ports/ports.ts";
import { rowsWith, updateRow } from "../database/rows.ts";

type User = Selectable<Database["users"]>;

const administers = "users:admin";

/** The handlers of `users`. */
export const users: UsersHandlers<Ports> = {
  delete({ userId, reassignTo }, { fail, ports, principal, now }) {
    return ports.database.transaction().execute(async (database) => {
      if (userId === principal.id) throw fail.cannotChangeSelf();
      const user = await findUser(database, userId);
      const successor = await findUser(database, reassignTo);
      if (!user || !successor || userId === reassignTo)
        throw fail.userNotFound(undefined, { userId: user ? reassignTo : userId });
      if (await isLastAdministrator(database, user)) throw fail.lastAdministrator();
      const { numUpdatedRows } = await database
        .updateTable("tasks")
        .set({ assigneeId: reassignTo, updatedAt: now().toISOString() })
        .where("assigneeId", "=", userId)
        .where("status", "!=", "done")
        .executeTakeFirst();
      // the row stays, without rights and address, so that old records still have a name
      await updateRow(database, "users", userId, { status: "deleted", permissions: "[]", email: "" });
      return { userId, deleted: true, reassignedTasks: Number(numUpdatedRows) };
    });
  },

  changePermissions({ userId, grant = [], revoke = [] }, { fail, ports, principal }) {
    return ports.database.transaction().execute(async (database) => {
      if (userId === principal.id) throw fail.cannotChangeSelf();
      const user = await findUser(database, userId);
      if (!user) throw fail.userNotFound();
      const unknown = grant.filter((permission) => !Object.hasOwn(manifest.permissions, permission));
      if (unknown.length > 0) throw fail.unknownPermission(undefined, { permissions: unknown });
      if (revoke.includes(administers) && (await isLastAdministrator(database, user)))
        throw fail.lastAdministrator();
      const permissions = [...new Set([...permissionsOf(user), ...grant])]
        .filter((permission) => !revoke.includes(permission))
        .toSorted();
      await updateRow(database, "users", userId, { permissions: JSON.stringify(permissions) });
      return { userId, permissions };
    });
  },
};

async function findUser(database: Kysely<Database>, userId: string): Promise<User | undefined> {
  const [user] = await rowsWith(database, "users", { id: userId, status: "active" });
  return user;
}

async function isLastAdministrator(database: Kysely<Database>, user: User): Promise<boolean> {
  const active = await rowsWith(database, "users", { status: "active" });
  const administrators = active.filter((each) => permissionsOf(each).includes(administers));
  return administrators.length === 1 && administrators[0]?.id === user.id;
}

function permissionsOf(user: User): readonly string[] {
  return JSON.parse(user.permissions) as readonly string[];
}
