import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@proviso/browser";
import type { ToolContract } from "@proviso/manifest";
import type { Reviewer } from "../../../server/src/api/approvals.ts";
import { approvalInbox, type ApprovalInbox, type ApprovalInboxOptions } from "../../src/index.ts";
import { memoryStore } from "../../../server/src/testing.ts";
import { fakeClock } from "../../../server/src/testing.ts";
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

/** A session that was opened without a browser: its cookie, and the address of its pages. */
export async function openSession(
  { inbox, url }: Pick<ServedInbox, "inbox" | "url">,
  reviewer: Reviewer,
): Promise<{ readonly cookie: string; readonly address: string }> {
  const { hash } = new URL(await inbox.signInLink(reviewer));
  const { origin } = new URL(url);
  const body = new URLSearchParams({ code: hash.slice(1) });
  const request = new Request(`${url}/sign-in`, { method: "POST", body, headers: { origin } });
  const { headers } = await inbox.fetch(request);
  return {
    cookie: headers.getSetCookie()[0]?.split(";")[0] ?? "",
    address: `${origin}${headers.get("location")?.replace(/\/$/, "")}`,
  };
}

/** Opens an address of the inbox, from which a browser that is signed in gets into its session. Returns the status of the page there. */
export async function openSigned(page: Page, address: string): Promise<number> {
  const answered = page.waitForResponse(
    (response) => response.request().isNavigationRequest() && response.url().includes("/session/"),
  );
  await page.goto(address, { waitUntil: "commit" });
  const status = (await answered).status();
  await page.locator("body[data-base*='/session/'] #main").waitFor();
  // With its script, which may lead here.
  await page.waitForLoadState();
  return status;
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
    approvals: app.desk,
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
