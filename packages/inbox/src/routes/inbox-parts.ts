import type { Clock, Store } from "@proviso/server/extension";
import type { Care } from "../care/care.ts";
import type { ApprovalDesk } from "../api/approval-desk.ts";
import type { LiveEvents } from "../live/live-events.ts";
import type { Slack } from "../notify/slack.ts";
import type { Subscriptions } from "../push/subscriptions.ts";
import type { WebPush } from "../push/web-push.ts";
import type { Site } from "../pages/layout.ts";
import type { Cookies } from "../sessions/cookies.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { SignInProvider } from "../sign-in/sign-in-provider.ts";

/** What the routes of an inbox share. */
export interface InboxParts {
  readonly desk: ApprovalDesk;
  readonly site: Site;
  /** `https://host`: only forms of pages from there are accepted. */
  readonly origin: string;
  readonly sessions: Sessions;
  readonly cookies: Cookies;
  readonly signIn?: SignInProvider;
  readonly slack?: Slack;
  readonly push?: { readonly service: WebPush; readonly subscriptions: Subscriptions };
  /** The address of the inbox. */
  readonly url: string;
  /** Receives errors of the sign-in provider and of Slack. */
  readonly onFault: (error: unknown) => void;
  readonly clock: Clock;
  readonly store: Store;
  readonly stateKeys: readonly Uint8Array[];
  readonly events: LiveEvents;
  readonly care?: Care;
  readonly notices?: () => Promise<readonly string[]>;
}
