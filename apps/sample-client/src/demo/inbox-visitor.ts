/** A page of an approval, as a person reads it. */
export interface InboxPage {
  readonly title: string;
  readonly tags: readonly string[];
  /** What has to be typed to approve this call. */
  readonly phrase: string;
  /** Sends the form of the page. Returns the page that follows. */
  approve(phrase: string): Promise<InboxPage>;
}

/**
 * Does by HTTP what a browser does for a person: signs in to the inbox with a link, opens the page of an approval, and sends its form
 * with the session's cookie, at the address of the session. There may be no browser where the demo is played.
 */
export async function visitInbox(link: URL, address: string): Promise<InboxPage> {
  const { origin, pathname, hash } = link;
  const id = address.slice(address.lastIndexOf("/") + 1);
  const signedIn = await post(`${origin}${pathname}?to=${id}`, { code: hash.slice(1) });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  return openPage(`${origin}${signedIn.headers.get("location")}`, cookie);
}

async function openPage(address: string, cookie: string): Promise<InboxPage> {
  const page = await (await fetch(address, { headers: { cookie } })).text();
  const find = (pattern: RegExp): string => textOf(pattern.exec(page)?.[1] ?? "");
  const token = find(/id="decision"[^]*?name="token" value="([^"]*)"/);
  const [state = ""] = /<div id="state"[^]*?<\/ul>/.exec(page) ?? [];
  return {
    title: find(/<h1>([^]*?)<\/h1>/),
    tags: [...state.matchAll(/<li[^>]*>([^]*?)<\/li>/g)].map(([, tag = ""]) => textOf(tag)),
    phrase: find(/<kbd>([^]*?)<\/kbd>/),
    async approve(phrase) {
      await post(address, { token, phrase, reason: "", verdict: "approve" }, cookie);
      return openPage(address, cookie);
    },
  };
}

function post(address: string, fields: Readonly<Record<string, string>>, cookie = ""): Promise<Response> {
  const headers = { origin: new URL(address).origin, cookie };
  return fetch(address, { method: "POST", body: new URLSearchParams(fields), headers, redirect: "manual" });
}

const references: Readonly<Record<string, string>> = {
  "&quot;": '"',
  "&#39;": "'",
  "&lt;": "<",
  "&gt;": ">",
};

/** The text of a piece of the page. */
function textOf(markup: string): string {
  const text = markup
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(?:quot|#39|lt|gt);/g, (each) => references[each] ?? "");
  return text.replaceAll("&amp;", "&").trim();
}
