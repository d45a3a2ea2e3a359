import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ApprovalInbox } from "@proviso/inbox";
import { principalNames, seededPrincipal } from "../identity/principals.ts";

export interface InboxListener {
  /** The address of the inbox. */
  readonly url: string;
  /**
   * Serves the inbox. At a terminal, prints links with which the sample's people sign in; elsewhere, such as in the log of the agent
   * that has started the server, how to get one: whoever reads a link can approve calls.
   */
  serve(inbox: ApprovalInbox): Promise<void>;
  close(): Promise<void>;
}

export function inboxAddress(port: number): string {
  return `http://127.0.0.1:${port}/approvals`;
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
    url: inboxAddress((listener.address() as AddressInfo).port),
    async serve(inbox) {
      handle = inbox.handle;
      if (!process.stderr.isTTY) {
        const { port: open } = listener.address() as AddressInfo;
        console.error(
          `backoffice-server: people approve calls on port ${open}; to sign in, run backoffice-server with --inbox ${open} --dev-link NAME and the same --data`,
        );
        return;
      }
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
