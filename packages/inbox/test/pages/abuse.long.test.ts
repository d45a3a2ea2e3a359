import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { useBrowser, type Page } from "@proviso/browser";
import { describe, expect, it } from "vitest";
import { approvalInbox } from "../../src/index.ts";
import { anna } from "../sample.ts";
import { annaHerself, carla, waitFor } from "../approvals/people.ts";
import { openSession, openSigned, serveInbox, type ServedInbox } from "./served-inbox.ts";

const browser = useBrowser();

async function signedIn(served: ServedInbox, reviewer = annaHerself): Promise<Page> {
  const page = await (await browser().newContext()).newPage();
  await page.goto(await served.inbox.signInLink(reviewer));
  await page.getByRole("heading", { name: "Approvals", level: 1 }).waitFor();
  return page;
}

/** A page of another origin: on this host if `isSameSite`, which cookies do not tell from the inbox. */
async function otherSite(
  html: string,
  isSameSite: boolean,
): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((_, response) => response.setHeader("content-type", "text/html").end(html));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${isSameSite ? "127.0.0.1" : "localhost"}:${port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const stateOf = async ({ app }: ServedInbox, id: string): Promise<string | undefined> =>
  (await app.desk.get(id, annaHerself))?.state;

type Opened = ReturnType<typeof openSession>;

describe("a page of another site", () => {
  it.each([true, false])(
    "cannot send a decision for somebody who is signed in (same host: %s)",
    async (same) => {
      await using served = await serveInbox();
      const id = await waitFor(served.app);
      const page = await signedIn(served);
      await openSigned(page, `${served.url}/${id}`);
      const token = await page.locator("#decision input[name=token]").getAttribute("value");
      const action = await page.locator("#decision form").getAttribute("action");
      // Even with the address and the token of the session.
      await using evil = await otherSite(
        `<form method="post" action="${new URL(action ?? "", served.url).href}"><input name="token" value="${token}"><input name="verdict" value="approve"></form>
      <script>document.forms[0].submit()</script>`,
        same,
      );
      const answered = page.waitForResponse((response) => response.request().method() === "POST");
      await page.goto(evil.url);
      expect((await answered).status()).toBe(403);
      expect(await stateOf(served, id)).toBe("pending");
    },
  );

  it("cannot frame the inbox, read it, or load its events", async () => {
    await using served = await serveInbox();
    const id = await waitFor(served.app);
    const page = await signedIn(served);
    await using evil = await otherSite(`<iframe src="${served.url}/${id}"></iframe>`, true);
    const refusals: string[] = [];
    page.on("console", (message) => refusals.push(message.text()));
    await page.goto(evil.url);
    await expect.poll(() => refusals.join()).toMatch(/frame-ancestors 'none'/);
    for (const path of [`/${id}`, "/events"])
      expect(
        await page.evaluate(`fetch(${JSON.stringify(served.url + path)}, { credentials: "include" }).then(
          () => "read", () => "refused")`),
      ).toBe("refused");
  });

  it("is not where anybody is sent after signing in", async () => {
    await using served = await serveInbox();
    for (const to of [
      "//evil.example",
      "https://evil.example",
      "/evil",
      "\\evil.example",
      "javascript:alert(1)",
    ]) {
      const link = new URL(await served.inbox.signInLink(annaHerself));
      const page = await (await browser().newContext()).newPage();
      await page.goto(`${served.url}/sign-in?to=${encodeURIComponent(to)}${link.hash}`);
      await page.getByRole("heading", { name: "Approvals" }).waitFor();
      expect(page.url()).toBe(`${served.url}/`);
    }
    const id = await waitFor(served.app);
    const { hash } = new URL(await served.inbox.signInLink(annaHerself));
    const page = await (await browser().newContext()).newPage();
    await page.goto(`${served.url}/${id}`);
    expect(page.url()).toBe(`${served.url}/sign-in?to=${id}`);
    // In the same tab, where the page does not load again by itself.
    await page.goto(`${served.url}/sign-in?to=${id}${hash}`);
    await page.waitForURL(`${served.url}/${id}`);
  });
});

describe("a session", () => {
  it("cannot be fixed: signing in makes a new secret, and ends the old session", async () => {
    await using served = await serveInbox();
    const page = await (await browser().newContext()).newPage();
    const context = page.context();
    const secret = async (): Promise<string | undefined> => (await context.cookies())[0]?.value;
    await page.goto(served.url);
    const name = `proviso-inbox-${new URL(served.url).port}-approvals`;
    const planted = "A".repeat(43);
    await context.addCookies([{ name, value: planted, domain: "127.0.0.1", path: "/" }]);
    await page.goto(served.url);
    expect(page.url()).toBe(`${served.url}/sign-in`);
    await page.goto(await served.inbox.signInLink(annaHerself));
    await page.getByRole("heading", { name: "Approvals" }).waitFor();
    const first = await secret();
    expect(first).not.toBe(planted);
    expect(first).toMatch(/^[\w-]{43}$/);
    const formerPath = await page.locator("body").getAttribute("data-base");
    await page.goto("about:blank");
    await page.goto(await served.inbox.signInLink(carla));
    await page.getByRole("button", { name: "Sign in with this link" }).click();
    await page.getByText("carla").waitFor();
    const second = await secret();
    expect(second).not.toBe(first);
    const path = await page.locator("body").getAttribute("data-base");
    const at = async (base: string | null, cookie: string): Promise<number> =>
      (await fetch(new URL(`${base}/`, served.url), { headers: { cookie }, redirect: "manual" })).status;
    expect(path).not.toBe(formerPath);
    expect(await at(formerPath, `${name}=${first}`)).toBe(303);
    expect(await at(path, `${name}=${first}; ${name}=${second}`)).toBe(303);
    expect(await at(path, `${name}=${second}`)).toBe(200);
  });

  it("is in a cookie that scripts cannot read, and ends by signing out, in open pages too", async () => {
    await using served = await serveInbox();
    const page = await signedIn(served);
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
    expect(await page.evaluate("document.cookie")).toBe("");
    const path = await page.locator("body").getAttribute("data-base");
    const another = await page.context().newPage();
    await openSigned(another, served.url);
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    expect(page.url()).toBe(`${served.url}/sign-in`);
    await another.waitForURL(`${served.url}/sign-in`);
    const headers = { cookie: `${cookie?.name}=${cookie?.value}` };
    const left = await fetch(new URL(`${path}/`, served.url), { headers, redirect: "manual" });
    expect(left.status).toBe(303);
  });

  it("ends by itself, and decides nothing afterwards", async () => {
    await using served = await serveInbox({}, { sessionMs: 60_000 });
    const id = await waitFor(served.app);
    const page = await signedIn(served);
    const isLive = page.waitForResponse((response) => response.request().resourceType() === "xhr");
    await openSigned(page, `${served.url}/${id}`);
    await isLive;
    const token = (await page.locator("#decision input[name=token]").getAttribute("value")) ?? "";
    served.app.clock.advance(60_000);
    const form = { token, verdict: "approve" };
    const headers = { origin: new URL(served.url).origin };
    const action = new URL((await page.locator("#decision form").getAttribute("action")) ?? "", served.url);
    const ended = await page.request.post(action.href, { form, headers });
    expect([ended.status(), await ended.text()]).toEqual([
      401,
      expect.stringContaining("Nothing was approved"),
    ]);
    await page.waitForURL(`${served.url}/sign-in?to=${id}`);
    expect(await stateOf(served, id)).toBe("pending");
  });

  it("that ends before its page listens leaves no page that looks alive", async () => {
    await using served = await serveInbox({}, { sessionMs: 60_000 });
    const id = await waitFor(served.app);
    const page = await signedIn(served);
    await page.route("**/events*", (route) => {
      served.app.clock.advance(60_000);
      return route.continue();
    });
    await page.goto(`${served.url}/${id}`);
    await page.waitForURL(`${served.url}/sign-in?to=${id}`);
    expect(await page.getByRole("button", { name: "Approve" }).count()).toBe(0);
  });

  it("is not swapped for another by a link, unless the person says so", async () => {
    await using served = await serveInbox();
    const page = await signedIn(served, annaHerself);
    const before = await page.context().cookies();
    const link = await served.inbox.signInLink(carla);
    // As a page of another site would: with a link that its author got.
    await using evil = await otherSite(`<script>location = ${JSON.stringify(link)}</script>`, false);
    await page.goto(evil.url);
    await page.getByText("You opened a new sign-in link").waitFor();
    expect(await page.locator("input[name=code]").inputValue()).toBe(new URL(link).hash.slice(1));
    expect(await page.context().cookies()).toEqual(before);
    expect(page.url()).toBe(`${served.url}/sign-in`);
    const { origin } = new URL(served.url);
    const form = { code: new URL(link).hash.slice(1) };
    const post = await page.request.post(`${served.url}/sign-in`, { form, headers: { origin } });
    expect([post.status(), await page.context().cookies()]).toEqual([403, before]);
    await page.getByRole("button", { name: "Sign in with this link" }).click();
    await page.getByText(/^carla$/).waitFor();
  });

  it("ends in every browser when its person signs out everywhere, and nobody else's does", async () => {
    await using served = await serveInbox();
    const [here, there] = [await signedIn(served, annaHerself), await signedIn(served, annaHerself)];
    const another = await signedIn(served, carla);
    await here.getByRole("button", { name: "Sign out everywhere" }).click();
    expect(here.url()).toBe(`${served.url}/sign-in`);
    await there.waitForURL(`${served.url}/sign-in`);
    await openSigned(another, served.url);
    expect(new URL(another.url()).pathname).not.toContain("sign-in");
    served.app.clock.advance(1);
    expect((await signedIn(served, annaHerself)).url()).toBe(`${served.url}/`);
  });

  it("does not take the event streams of all others, and `HEAD` takes none", async () => {
    await using served = await serveInbox();
    const statuses = async (session: Opened, count: number, method = "GET"): Promise<readonly number[]> => {
      const { address, cookie } = await session;
      const open = Array.from({ length: count }, () =>
        fetch(`${address}/events`, { method, headers: { cookie } }),
      );
      return (await Promise.all(open)).map(({ status }) => status);
    };
    const open = (reviewer = annaHerself): Opened => openSession(served, reviewer);
    const session = open();
    expect(new Set(await statuses(session, 20, "HEAD"))).toEqual(new Set([200]));
    const opened = [...(await statuses(session, 12)), ...(await statuses(open(), 2))];
    expect(opened.filter((status) => status === 200)).toHaveLength(8);
    expect(opened.filter((status) => status === 503)).toHaveLength(6);
    expect(await statuses(open(carla), 1)).toEqual([200]);
  });

  it("is kept apart from other servers of this computer at a host name of its own", async () => {
    await using served = await serveInbox({}, {}, [], "approvals.localhost");
    const page = await signedIn(served, annaHerself);
    expect(page.url()).toMatch(/^http:\/\/approvals\.localhost:\d+\/approvals\/$/);
    const id = await waitFor(served.app);
    await openSigned(page, `${served.url}/${id}`);
    await page.getByRole("button", { name: "Approve this one call" }).click();
    await page.getByText("approved, not used yet").waitFor();
    const seen: (string | undefined)[] = [];
    const other = createServer(({ headers }, response) => response.end(String(seen.push(headers.cookie))));
    other.listen(0, "127.0.0.1");
    await once(other, "listening");
    for (const name of ["localhost", "127.0.0.1", "approvals.localhost"])
      await page.goto(`http://${name}:${(other.address() as AddressInfo).port}/`);
    other.closeAllConnections();
    other.close();
    expect(seen).toEqual([undefined, undefined, expect.stringContaining("proviso-inbox")]);
  });

  it("is a person's: an agent gets no link, and a bearer token opens nothing", async () => {
    await using served = await serveInbox();
    await expect(served.inbox.signInLink({ principal: anna })).rejects.toThrow(/only a person signs in/);
    const headers = { authorization: "Bearer token" };
    expect((await fetch(served.url, { headers, redirect: "manual" })).status).toBe(303);
  });
});

it("a link signs in once, for ten minutes, with a secret that the browser sends in no address", async () => {
  await using served = await serveInbox();
  const addresses: string[] = [];
  const link = await served.inbox.signInLink(annaHerself);
  const code = new URL(link).hash.slice(1);
  const page = await (await browser().newContext()).newPage();
  page.on("request", (request) => addresses.push(`${request.url()} ${request.headers()["referer"] ?? ""}`));
  await page.goto(link);
  await page.getByRole("heading", { name: "Approvals" }).waitFor();
  expect(addresses.filter((address) => address.includes(code))).toEqual([]);
  const used = await (await browser().newContext()).newPage();
  await used.goto(link);
  await used.getByRole("alert").waitFor();
  expect(await used.getByRole("alert").textContent()).toContain("This link was used");
  const late = await served.inbox.signInLink(annaHerself);
  served.app.clock.advance(10 * 60_000);
  await used.goto("about:blank");
  await used.goto(late);
  expect(await used.getByRole("alert").textContent()).toContain("older than ten minutes");
});

it("of a hundred uses of one link at once, one signs in", async () => {
  await using served = await serveInbox();
  const { hash } = new URL(await served.inbox.signInLink(annaHerself));
  const { origin } = new URL(served.url);
  const post = (): Promise<Response> =>
    fetch(`${served.url}/sign-in`, {
      method: "POST",
      body: new URLSearchParams({ code: hash.slice(1) }),
      headers: { origin },
      redirect: "manual",
    });
  const statuses = (await Promise.all(Array.from({ length: 100 }, post))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 303)).toHaveLength(1);
  expect(statuses.filter((status) => status === 403)).toHaveLength(99);
});

describe("a request that is no page's", () => {
  it("is answered without harm", async () => {
    await using served = await serveInbox();
    const id = await waitFor(served.app);
    const { origin } = new URL(served.url);
    const { cookie, address } = await openSession(served, annaHerself);
    const own = new URL(address).pathname;
    const send = async (path: string, init: RequestInit = {}): Promise<number> => {
      const headers = { cookie, origin, ...(init.headers as Record<string, string>) };
      return (await fetch(`${origin}${path}`, { redirect: "manual", ...init, headers })).status;
    };
    const form = (body: string | URLSearchParams, headers = {}) => ({ method: "POST", body, headers });
    expect(await send(`${own}/${id}`)).toBe(200);
    expect(await send(`${own}/${id}`, { method: "PUT" })).toBe(405);
    expect(await send("/elsewhere")).toBe(404);
    expect(await send("/approvalsx")).toBe(404);
    expect(await send("//evil.example/approvals/")).toBe(404);
    expect(await send(`${own}/__proto__`)).toBe(404);
    expect(await send(`${own}/?show=constructor`)).toBe(404);
    const right = new URLSearchParams({ verdict: "approve", token: "x" });
    expect(await send(`${own}/${id}`, form(right))).toBe(403);
    expect(await send(`${own}/${id}`, form(right, { origin: "null" }))).toBe(403);
    expect(await send(`${own}/${id}`, form(right, { "sec-fetch-site": "same-site" }))).toBe(403);
    expect(await send(`${own}/${id}`, form(right, { "sec-fetch-site": "none" }))).toBe(403);
    const mode = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "no-cors" };
    expect(await send(`${own}/${id}`, form(right, mode))).toBe(403);
    expect(await send(`${own}/events`, { headers: { "sec-fetch-site": "same-site" } })).toBe(403);
    expect(await send(`${own}/${id}`, form("{}", { "content-type": "application/json" }))).toBe(403);
    expect(await send(`${own}/${id}`, form(`reason=${"x".repeat(70_000)}`))).toBe(403);
    expect(await stateOf(served, id)).toBe("pending");
  });

  it("gets every page with a policy that runs no script but the page's own", async () => {
    await using served = await serveInbox();
    const { cookie, address } = await openSession(served, annaHerself);
    for (const path of ["/", "/sign-in", "/nowhere", "/page.js", "/style.css"]) {
      const { headers } = await fetch(`${address}${path}`, { headers: { cookie } });
      expect(headers.get("content-security-policy")).toMatch(
        /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'/,
      );
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    }
  });

  it("is served as a `fetch` request too", async () => {
    await using served = await serveInbox();
    const response = await served.inbox.fetch(new Request(`${served.url}/sign-in`));
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringContaining("<h1>Sign in</h1>"),
    ]);
  });
});

it("an inbox needs an address on which nobody can listen in", () => {
  const given = { approvals: {}, store: {}, stateKeys: [new Uint8Array(32)] } as never;
  for (const url of [
    "http://office.example/approvals",
    "ftp://127.0.0.1/",
    "approvals",
    "https://a.example/?x",
  ])
    expect(() => approvalInbox({ ...(given as object), url } as never)).toThrow(/must be an https address/);
  expect(() =>
    approvalInbox({ ...(given as object), url: "https://a.example/", sessionMs: 1 } as never),
  ).toThrow(/sessionMs/);
});

it("over https the cookie is for this host alone", async () => {
  await using served = await serveInbox();
  const { app } = served;
  const url = "https://office.example/approvals";
  const stateKeys = [new Uint8Array(32).fill(7)];
  const { clock, desk, store } = app;
  const inbox = approvalInbox({ approvals: desk, url, store, stateKeys, clock });
  const { hash } = new URL(await inbox.signInLink(annaHerself));
  const response = await inbox.fetch(
    new Request(`${url}/sign-in`, {
      method: "POST",
      body: new URLSearchParams({ code: hash.slice(1) }),
      headers: { origin: "https://office.example" },
    }),
  );
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Host-proviso-inbox-approvals=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=3600$/,
    ),
  ]);
});
