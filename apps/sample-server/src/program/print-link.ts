import type { ExitCode } from "@proviso/terminal";
import { signInLink } from "@proviso/inbox";
import type { Principal } from "@proviso/server";
import { sqliteState } from "@proviso/trail";
import { inboxAddress } from "./inbox-listener.ts";

/** Prints a link that signs a person in to the inbox of a running server. Returns the exit code. */
export async function printLink(person: Principal, dataFolder: string, port: number): Promise<ExitCode> {
  const { store, stateKeys, audit } = sqliteState(dataFolder);
  try {
    const principal = { ...person, kind: "user" } as const;
    console.log(await signInLink({ url: inboxAddress(port), store, stateKeys }, { principal }));
    return 0;
  } finally {
    await store.close();
    await audit.close?.();
  }
}
