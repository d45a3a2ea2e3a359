/** The only file that knows how the inbox is opened. */
import { escapeText } from "@proviso/manifest";
import { approvalInbox, inbox, openApprovals } from "@proviso/inbox";
import type { ApprovalsPlug, DurableState } from "@proviso/server";
import { listen, type AnswerPage, type HttpHandler } from "@proviso/server/mcp";
import { readKnownTools, waitingTools } from "../tools/pins.ts";
import type { InboxLevel } from "../tools/gateway-tool.ts";

export interface GatewayInbox {
  readonly url: string;
  /** The option `approvals` of one gate: each has its own, over one store. */
  plug(): ApprovalsPlug;
  close(): Promise<void>;
}

/** What the inbox and the gateway share. */
export interface InboxOptions {
  /** A word for the gateway, in approvals and the trail. */
  readonly name: string;
  /** Store, trail and keys. The gateway closes them. */
  readonly state: DurableState;
  /** Defaults to `critical`. */
  readonly inboxFrom?: InboxLevel;
  /** What shows an operator the changes of tools, for the message of a blocked one. */
  readonly acceptCommand?: string;
  /** Receives one line for the operator. */
  readonly report: (line: string) => void;
}

/** The listener of the inbox serves no MCP. */
const noEndpoint: HttpHandler = {
  handle: async (_, response) => void response.writeHead(404).end(),
  close: async () => {},
};

/** Milliseconds for which a person stays signed in: a working day. */
const sessionMs = 8 * 60 * 60_000;

/**
 * The inbox on a port of loopback: 0 means a free one, which it also gets if the port is taken. A person signs in once by a link of
 * `proviso approvals link`, which needs the data folder; the address alone opens nothing.
 */
export async function openGatewayInbox(options: InboxOptions, port: number): Promise<GatewayInbox> {
  const { name: product, inboxFrom = "critical", report } = options;
  const { store, stateKeys, audit } = options.state;
  let pages: ReturnType<typeof approvalInbox> | undefined;
  const answer: AnswerPage = async (request, response) => pages?.handle(request, response);
  const open = (on: number) => listen(noEndpoint, { port: on }, { mounted: { path: "/approvals", answer } });
  const listener = await open(port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRINUSE") throw error;
    report(
      `port ${port} is taken, by another session of this gateway or another program: this session's inbox is at a free port, and shows the same approvals`,
    );
    return open(0);
  });
  const url = new URL("/approvals", listener.url).href;
  const desk = openApprovals({ store, stateKeys, audit });
  const settings = { approvals: desk, url, store, stateKeys, product, sessionMs };
  pages = approvalInbox({ ...settings, notices: () => blockedTools(options) });
  return {
    url,
    plug() {
      const made = inbox({ url, inboxFrom });
      // Operators approve here, whose names nobody verifies: none is the person who asks.
      return { open: (host) => ({ ...made.open(host), takesLogIns: false }), mount: made.mount };
    },
    async close() {
      pages?.close();
      await listener.close();
    },
  };
}

/** What waits for `proviso gateway accept`. */
async function blockedTools({ state, acceptCommand }: InboxOptions): Promise<readonly string[]> {
  return waitingTools(await readKnownTools(state.store)).map(
    ({ tool, was }) =>
      `The tool ${escapeText(tool)} waits to be accepted, because ${was ? "its server has changed it" : "the first list did not have it"}. Look at it in a terminal, and accept it: ${acceptCommand ?? "proviso gateway accept"}`,
  );
}
