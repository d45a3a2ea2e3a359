import type { Clock, Reviewer, Store } from "@proviso/server/extension";
import type { ApprovalDesk } from "../api/approval-desk.ts";
import { careOf } from "../care/care.ts";
import { nodeHandler, type NodeHandler } from "../http/node-handler.ts";
import type { InboxSettings } from "./inbox-options.ts";
import { liveEvents } from "../live/live-events.ts";
import { subscriptions } from "../push/subscriptions.ts";
import { answerRequest } from "../routes/answer-request.ts";
import type { InboxParts } from "../routes/inbox-parts.ts";
import { cookiesOf } from "../sessions/cookies.ts";
import { sessions } from "../sessions/sessions.ts";
import { signInLink } from "../sessions/sign-in-link.ts";

export interface ApprovalInboxOptions extends InboxSettings {
  /** `desk` of `inbox({ … })`, or `openApprovals(…)` in a process without a server. */
  readonly approvals: ApprovalDesk;
  /** Where people find the inbox: `url` of `inbox({ … })`. https, or http on loopback. */
  readonly url: string;
  /** The store of the servers; sessions are kept there. */
  readonly store: Store;
  /** Their state keys; sessions are sealed with the first. */
  readonly stateKeys: readonly Uint8Array[];
  readonly clock?: Clock;
  /** What else waits for people, in a line each, above the calls that wait. Read with each request. Defaults to nothing. */
  readonly notices?: () => Promise<readonly string[]>;
  /** Receives errors of the sign-in provider and of Slack. Defaults to a line on standard error. */
  readonly onFault?: (error: unknown) => void;
}

/** The inbox, to be mounted at the path of its address. */
export interface ApprovalInbox {
  /** For `node:http` and similar frameworks. Mount it before body parsers. Never rejects. */
  readonly handle: NodeHandler;
  /** For frameworks with `fetch` requests. */
  fetch(request: Request): Promise<Response>;
  /** A link that signs somebody in once, within ten minutes: for the terminal of an operator. */
  signInLink(reviewer: Reviewer): Promise<string>;
  /** Ends the streams of open pages. Store and desk stay open. */
  close(): void;
}

const hourMs = 60 * 60_000;
/** Browsers take names below `localhost` for this computer, and keep their cookies apart. */
const loopbackName = /^(?:(?:[a-z\d-]+\.)*localhost|127\.0\.0\.1|\[::1\])$/;

/** Pages on which people approve or deny calls. Throws a TypeError for a wrong option. */
export function approvalInbox(options: ApprovalInboxOptions): ApprovalInbox {
  const {
    approvals: desk,
    store,
    stateKeys,
    sessionMs = hourMs,
    product = "",
    signIn,
    slack,
    push,
  } = options;
  const clock = options.clock ?? { now: () => new Date() };
  const url = addressOf(options.url);
  if (!Number.isInteger(sessionMs) || sessionMs < 1000 || sessionMs > 24 * hourMs)
    throw new TypeError("`sessionMs` must be a number of milliseconds from a second to a day");
  const cookies = cookiesOf(url);
  const root = url.pathname.replace(/\/+$/, "");
  const parts: InboxParts = {
    desk,
    site: {
      root,
      base: root,
      product,
      ...(signIn && { provider: signIn.name }),
      ...(push && { pushKey: push.publicKey }),
    },
    origin: url.origin,
    sessions: sessions({ store, stateKeys, clock, cookies, sessionMs }),
    cookies,
    ...(signIn && { signIn }),
    ...(slack && { slack }),
    ...(push && { push: { service: push, subscriptions: subscriptions(store, stateKeys) } }),
    url: options.url,
    onFault: options.onFault ?? ((error) => console.error(`proviso: the inbox: ${String(error)}`)),
    clock,
    store,
    stateKeys,
    events: liveEvents(),
    ...(options.notices && { notices: options.notices }),
    ...(options.care && { care: careOf(options.care, store, stateKeys, clock) }),
  };
  void signIn?.check?.().catch(parts.onFault);
  const fetch = (request: Request): Promise<Response> => answerRequest(parts, request);
  return {
    fetch,
    handle: nodeHandler(url.origin, fetch),
    signInLink: (reviewer) => signInLink({ url: options.url, store, stateKeys, clock }, reviewer),
    close: () => parts.events.close(),
  };
}

/** Sessions must not cross a network in the clear. */
function addressOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && loopbackName.test(url.hostname));
  if (url && isSafe && url.search === "" && url.hash === "") return url;
  throw new TypeError(
    "`url` of the inbox must be an https address without a query; http is for 127.0.0.1, localhost and names below it (`approvals.localhost`) only",
  );
}
