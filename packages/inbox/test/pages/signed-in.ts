import type { Reviewer } from "../../../server/src/api/approvals.ts";
import { annaHerself } from "../approvals/people.ts";
import { openSession, type ServedInbox } from "./served-inbox.ts";

/** Sends forms of one session; the fields of the last page are in `shown`. */
export async function signIn(served: ServedInbox, reviewer: Reviewer = annaHerself) {
  const { cookie, address } = await openSession(served, reviewer);
  const { origin } = new URL(served.url);
  let page = "";
  const send = async (path: string, fields?: Record<string, string>, from = origin): Promise<string> => {
    const own = { token: /name="token" value="(\w+)"/.exec(page)?.[1] ?? "", ...fields };
    const response = await served.inbox.fetch(
      new Request(`${address}${path}`, {
        headers: { cookie, ...(fields && { origin: from }) },
        ...(fields && { method: "POST", body: new URLSearchParams(own) }),
      }),
    );
    page = await response.text();
    return `${response.status} ${response.headers.get("location")?.replace(/.*\/mandates/, "/mandates") ?? ""}`;
  };
  const offer = (): string => /name="offer" value="([^"]+)"/.exec(page)?.[1] ?? "";
  return { send, offer, page: () => page, open: () => send("/mandates") };
}
