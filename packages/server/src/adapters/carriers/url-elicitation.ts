import type { Outcome, Principal, WaitingCalls } from "../../api/outcome.ts";
import type { Waiting } from "../../api/waiting.ts";

/** A call that waits, and the page on which a person decides about it. */
export type ApprovalLink = Waiting & { readonly url: string };

/** Returns the link of a call that has just asked. Repeated calls must not open more pages. */
export function newLink(outcome: Outcome): ApprovalLink | undefined {
  if (outcome.kind !== "refused" || !outcome.waits?.isNew) return undefined;
  const { url } = outcome.waits;
  return url === undefined ? undefined : { ...outcome.waits, url };
}

/** A type alias, because the SDKs require an index signature. */
type LinkRequest<Id extends object = object> = {
  method: "elicitation/create";
  params: { mode: "url"; message: string; url: string } & Id;
};

/**
 * Sends the person to the page of the approval (`elicitation/create`, mode `url`). Ignores the
 * client's answer: "accept" means that the link was opened, and clients can accept alone.
 */
export function linkRequest({ title, url }: ApprovalLink): LinkRequest {
  const message =
    `A person has to approve "${title}". The page shows the whole call, and only what is decided there counts; ` +
    "opening it approves nothing.";
  return { method: "elicitation/create", params: { mode: "url", message, url } };
}

/** The link request up to 2025-11-25, with the id that the notification of the decision names. */
export function linkRequestOf2025(link: ApprovalLink): LinkRequest<{ elicitationId: string }> {
  const { method, params } = linkRequest(link);
  return { method, params: { ...params, elicitationId: link.approval } };
}

/** The server's end of a connection, in both SDKs. */
interface LinkConnection {
  /** Undefined when the connection is closed. */
  readonly transport?: unknown;
  createElicitationCompletionNotifier(elicitationId: string): () => Promise<void>;
}

export interface Watch {
  readonly waiting: WaitingCalls;
  readonly caller: Principal | undefined;
  readonly connection: LinkConnection;
}

/** Milliseconds between two reads of the store, because other processes decide too. */
const lookEveryMs = 1000;

/** Tells the client when the approval is decided or has ended, as long as it is connected. */
export function watchLink(link: ApprovalLink, { waiting, caller, connection }: Watch): void {
  const look = async (): Promise<void> => {
    if (connection.transport === undefined) return;
    if ((await waiting.stateOf(link.approval, caller)) === "pending") next();
    else await connection.createElicitationCompletionNotifier(link.approval)();
  };
  // Without the notification the client learns it from its next call.
  const next = (): void => void setTimeout(() => void look().catch(() => {}), lookEveryMs).unref();
  next();
}
