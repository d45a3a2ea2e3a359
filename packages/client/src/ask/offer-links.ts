import { readLink } from "./read-link.ts";

/** A page that a server wants a person to open, for example to approve a waiting call. */
export interface OfferedLink {
  readonly url: string;
  /** Host and port as they are on the wire. Show it in full, and apart from the server's words. */
  readonly host: string;
  /** The server's own words about it: untrusted. */
  readonly message: string;
}

/**
 * Shows a link to a person, and resolves to whether they have opened it. Nothing else opens the
 * link. Opening it approves nothing: the person decides on the page.
 */
export type OnLink = (link: OfferedLink, signal: AbortSignal) => Promise<boolean>;

/** `unanswered`: the host failed, or time ran out. `refused`: the host was not asked. */
export type LinkAnswer = "opened" | "declined" | "unanswered" | "refused";

/** `isMention`: the link is part of a result, and is offered only if it was not before. */
export type OfferLink = (url: unknown, message: string, isMention?: boolean) => Promise<LinkAnswer>;

/** The limit of characters of a server's text about its page. */
const maxMessageLength = 4000;
/** Above this number of links the memory is cleared, and a link may be offered twice. */
const maxKnownLinks = 1000;

/** Passes links that look like their target to the host. `answerMs`: milliseconds to answer. */
export function linkOffers(onLink: OnLink, answerMs: number): OfferLink {
  const known = new Set<string>();
  return async (url, message, isMention = false) => {
    const link = readLink(url);
    if ("refused" in link || (isMention && known.has(link.url))) return "refused";
    if (known.size >= maxKnownLinks) known.clear();
    known.add(link.url);
    const offered = { ...link, message: message.slice(0, maxMessageLength) };
    const signal = AbortSignal.timeout(answerMs);
    const late = new Promise<"unanswered">((resolve) => {
      signal.addEventListener("abort", () => resolve("unanswered"));
    });
    return Promise.race([answerOf(onLink, offered, signal), late]);
  };
}

async function answerOf(onLink: OnLink, link: OfferedLink, signal: AbortSignal): Promise<LinkAnswer> {
  try {
    return (await onLink(link, signal)) === true ? "opened" : "declined";
  } catch {
    return "unanswered";
  }
}
