import type { FailOf, Handler } from "@proviso/server";
import type { Ports } from "../ports/ports.ts";

type KeyFailures = FailOf<{ readonly keyNotFound: "key_not_found" }>;

/** The handler of `secrets.read_private_key`, which people call and no agent. */
export const readPrivateKey: Handler<
  { readonly name: string },
  { readonly pem: string },
  KeyFailures,
  Ports
> = async ({ name }, { fail, ports: { database }, principal, now }) => {
  const key = await database
    .updateTable("privateKeys")
    .set({ readBy: principal.id, readAt: now().toISOString() })
    .where("name", "=", name)
    .returning("pem")
    .executeTakeFirst();
  if (!key) throw fail.keyNotFound();
  return key;
};
