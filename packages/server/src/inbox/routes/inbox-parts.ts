import type { ApprovalDesk } from "../../api/approval-desk.ts";
import type { Store } from "../../api/ports.ts";
import type { LiveEvents } from "../live/live-events.ts";
import type { Site } from "../pages/layout.ts";
import type { Sessions } from "../sessions/sessions.ts";

/** What the routes of an inbox share. */
export interface InboxParts {
  readonly desk: ApprovalDesk;
  readonly site: Site;
  /** `https://host`: only forms of pages from there are accepted. */
  readonly origin: string;
  readonly sessions: Sessions;
  readonly store: Store;
  readonly stateKey: Uint8Array;
  readonly events: LiveEvents;
}
