/** A link that a host may show to a person. */
export interface ReadLink {
  readonly url: string;
  /** Host and port as they are on the wire: international names as `xn--…`. Show it in full. */
  readonly host: string;
}

const maxLinkLength = 2000;
/** Printable ASCII without the backslash, which browsers read as a slash. */
const plainLink = /^[\u{21}-\u{5b}\u{5d}-\u{7e}]+$/u;
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Reads a link of a server. `refused` completes "the link …" if it looks like another address. */
export function readLink(text: unknown): ReadLink | { readonly refused: string } {
  if (typeof text !== "string") return { refused: "is no text" };
  if (text.length > maxLinkLength) return { refused: `is longer than ${maxLinkLength} characters` };
  if (!plainLink.test(text)) return { refused: "has characters that could disguise its address" };
  if (!URL.canParse(text)) return { refused: "is no URL" };
  const { host, hostname, href, password, protocol, username } = new URL(text);
  if (username !== "" || password !== "" || /^[^/]*\/\/[^/?#]*@/.test(text))
    return { refused: "has a user name before its host" };
  if (protocol !== "https:" && !(protocol === "http:" && loopback.test(hostname)))
    return { refused: "is neither https nor on this computer" };
  return { url: href, host };
}
