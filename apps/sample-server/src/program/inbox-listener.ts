import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ApprovalInbox } from "@proviso/server/approvals";
import { principalNames, seededPrincipal } from "../identity/principals.ts";

export interface InboxListener {
  /** The address of the inbox. */
  readonly url: string;
  /** Serves the inbox, and prints links with which the sample's people sign in. */
  serve(inbox: ApprovalInbox): Promise<void>;
  close(): Promise<void>;
}

/** Listens on loopback before the inbox is there, because the server has to know its address. */
export async function listenForInbox(port: number): Promise<InboxListener> {
  let handle: ApprovalInbox["handle"] | undefined;
  const listener = createServer((request, response) => {
    if (handle) void handle(request, response);
    else response.writeHead(503).end();
  });
  await new Promise<void>((resolve, reject) => {
    listener.once("error", reject);
    listener.listen(port, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}/approvals`,
    async serve(inbox) {
      handle = inbox.handle;
      for (const name of principalNames) {
        const principal = seededPrincipal(name, new Date());
        if (!principal) continue;
        const link = await inbox.signInLink({ principal: { ...principal, kind: "user" } });
        console.error(`backoffice-server: ${principal.name ?? name} approves calls at ${link}`);
      }
    },
    async close() {
      listener.closeAllConnections();
      await new Promise<void>((resolve) => listener.close(() => resolve()));
    },
  };
}
