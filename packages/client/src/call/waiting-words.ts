import { type JsonObject, type ToolContract, approvalTerms, metaKeys } from "@proviso/manifest";
import type { WireLink } from "../connection/connection.ts";
import { asObject, asString } from "../connection/json.ts";
import { readLink } from "../ask/read-link.ts";
import type { WaitingResponse, WaitingWords } from "./waiting-response.ts";

/** What waits, in the guard's own words. */
export function waitingWords(answer: WaitingResponse, contract: ToolContract | undefined): WaitingWords {
  if (answer.kind === "links_required") return { message: wordsAboutLinks(answer.links) };
  const sent = asObject(answer.meta[metaKeys.failure]);
  return pendingApproval(asObject(sent?.["details"]) ?? {}, contract);
}

/** The message for a server that wants pages opened first, and claims not to have run the call. */
function wordsAboutLinks(links: readonly WireLink[]): string {
  const pages = links.map(({ url }) => {
    const link = readLink(url);
    return "url" in link
      ? `${link.url} (the host is ${link.host})`
      : `a link that is not passed on, because it ${link.refused}`;
  });
  return `The server wants the user to open a page before this call: ${pages.join("; ")}. Tell the user.`;
}

/** The server's facts about an approval that the guard passes on. */
interface PendingDetails {
  readonly approval?: string;
  readonly url?: string;
  readonly host?: string;
  readonly expiresAt?: string;
  readonly retryAfterMs?: number;
}

/**
 * Words for a model to relay, and the details that can be checked. The server's own words are left
 * out: they could name another address than the link.
 */
function pendingApproval(sent: JsonObject, contract: ToolContract | undefined): WaitingWords {
  const details = readDetails(sent);
  const { approvers, approver, isFromStated } = contract
    ? approvalTerms(contract)
    : { approvers: 1, approver: "self", isFromStated: false };
  const who = approvers > 1 ? `${approvers} people have` : "a person has";
  const whose =
    approver === "other" || isFromStated ? "the approval of somebody who may give it" : "their approval";
  const message =
    `This call has not run yet: ${who} to approve it outside of this conversation. ` +
    `Tell the user that it waits for ${whose}${placeOf(details, sent["url"])} ` +
    "When it is approved, make the same call again with exactly the same arguments. " +
    "You cannot approve it yourself, and calling again before that changes nothing.";
  return { message, details: { ...details } };
}

function placeOf({ approval, host, url }: PendingDetails, sent: unknown): string {
  if (url !== undefined) return ` at ${url} (the host is ${host}).`;
  const id = approval === undefined ? "" : `; its id is ${approval}`;
  const where = ` where this product shows pending approvals${id}.`;
  const link = readLink(sent);
  return sent !== undefined && "refused" in link
    ? `${where} The server's link is not passed on, because it ${link.refused}.`
    : where;
}

function readDetails({ approval, expiresAt, retryAfterMs, url }: JsonObject): PendingDetails {
  const id = asString(approval);
  const time = Date.parse(asString(expiresAt) ?? "");
  const link = readLink(url);
  return {
    ...(id !== undefined && /^[\w-]{1,200}$/.test(id) && { approval: id }),
    ...("url" in link && link),
    ...(Number.isFinite(time) && { expiresAt: new Date(time).toISOString() }),
    ...(typeof retryAfterMs === "number" && retryAfterMs >= 0 && { retryAfterMs }),
  };
}
