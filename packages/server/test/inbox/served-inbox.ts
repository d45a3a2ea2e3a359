import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ToolContract } from "@proviso/manifest";
import { approvalInbox, type ApprovalInbox, type ApprovalInboxOptions } from "../../src/approvals.ts";
import { memoryStore } from "../../src/testing.ts";
import { fakeClock } from "../../src/testing.ts";
import type { ApprovalNotifier } from "../../src/api/approval-notice.ts";
import { fixture, highRisk, tool, type Fixture } from "../sample.ts";

const stateKeys = [new Uint8Array(32).fill(7)];

/** Arguments of any shape. */
export const anything: Partial<ToolContract> = {
  inputSchema: { type: "object" },
  outputSchema: { type: "object" },
};

export interface ServedInbox extends AsyncDisposable {
  readonly app: ReturnType<typeof fixture>;
  readonly inbox: ApprovalInbox;
  /** The address of the inbox. */
  readonly url: string;
  close(): Promise<void>;
}

/** A server whose inbox is on a free port of loopback, below a path. */
export async function serveInbox(
  options: Fixture = {},
  settings: Partial<ApprovalInboxOptions> = {},
  notify: readonly ApprovalNotifier[] = [],
  host = "127.0.0.1",
): Promise<ServedInbox> {
  let handle: ApprovalInbox["handle"] | undefined;
  const listener = createServer((request, response) => void handle?.(request, response));
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const url = `http://${host}:${(listener.address() as AddressInfo).port}/approvals`;
  const clock = fakeClock();
  const store = memoryStore({ clock });
  const tools = options.tools ?? [tool(highRisk)];
  const made = fixture({ tools, approvals: { url, notify }, ...options, clock, store, stateKeys });
  const app = { ...made, clock, store };
  const inbox = approvalInbox({
    approvals: app.server.approvals,
    url,
    store,
    stateKeys,
    clock,
    product: "Sample",
    ...settings,
  });
  handle = inbox.handle;
  const close = async (): Promise<void> => {
    inbox.close();
    listener.closeAllConnections();
    await new Promise<void>((resolve) => listener.close(() => resolve()));
  };
  return { app, inbox, url, close, [Symbol.asyncDispose]: close };
}
