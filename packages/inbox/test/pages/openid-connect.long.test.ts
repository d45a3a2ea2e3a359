import { useBrowser, type Page } from "@proviso/browser";
import { expect, it } from "vitest";
import { openIdConnect, type SignInProvider } from "../../src/index.ts";
import { summary, tool } from "../sample.ts";
import { other, waitFor } from "../approvals/people.ts";
import { inbox } from "../../src/inbox/inbox.ts";
import { productServer } from "./product-server.ts";
import { startIdentityProvider, type IdentityProvider, type ProviderOptions } from "./identity-provider.ts";
import { serveInbox, type ServedInbox } from "./served-inbox.ts";

const browser = useBrowser();

interface Served extends AsyncDisposable {
  readonly served: ServedInbox;
  readonly provider: IdentityProvider;
  readonly faults: unknown[];
}

/** An inbox at whose provider people sign in. The provider has to know the address of the inbox, which comes first. */
async function serveBoth(options: ProviderOptions = {}): Promise<Served> {
  const faults: unknown[] = [];
  let provider: IdentityProvider | undefined;
  const client = (): SignInProvider => {
    if (!provider) throw new Error("the provider is there while a test runs");
    return (signIn ??= openIdConnect({ ...provider, name: "Example" }));
  };
  let signIn: SignInProvider | undefined;
  const served = await serveInbox(
    { tools: [tool(other)] },
    {
      signIn: {
        name: "Example",
        start: (redirectUri) => client().start(redirectUri),
        finish: (address, checks) => client().finish(address, checks),
      },
      onFault: (error) => void faults.push(error),
    },
  );
  const started = await startIdentityProvider(`${served.url}/sign-in/callback`, options);
  provider = started;
  return {
    served,
    provider: started,
    faults,
    async [Symbol.asyncDispose]() {
      await served.close();
      await started[Symbol.asyncDispose]();
    },
  };
}

/** Says who one is at the provider, and agrees that the inbox learns it. */
async function signInThere(page: Page, name: string, keeps?: "keeps the answer"): Promise<void> {
  await page.getByRole("link", { name: "Sign in with Example" }).click();
  await page.getByPlaceholder("Enter any login").fill(name);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  const agree = page.getByRole("button", { name: "Continue" });
  await (keeps ? agree.waitFor() : agree.click());
}

/** Agrees at the provider like the browser would, and gives the address to which it sends the browser. */
async function answerOfProvider(page: Page, callback: string): Promise<string> {
  const { request } = page.context();
  const action = (await page.locator("form[action$=confirm], form").first().getAttribute("action")) ?? "";
  const form = { prompt: "consent" };
  let response = await request.post(new URL(action, page.url()).href, { form, maxRedirects: 0 });
  for (;;) {
    const location = new URL(response.headers()["location"] ?? "", response.url()).href;
    if (location.startsWith(callback)) return location;
    response = await request.get(location, { maxRedirects: 0 });
  }
}

it("a person follows the link of a call, signs in at the provider, and decides on the page of that call", async () => {
  await using both = await serveBoth();
  const { app, url } = both.served;
  const id = await waitFor(app);
  const page = await (await browser().newContext()).newPage();
  await page.goto(`${url}/${id}`);
  await signInThere(page, "carla");
  await page.waitForURL(`${url}/${id}`);
  expect(await page.locator("header").textContent()).toMatch(/Carla Díaz\s+at\s+acme/);
  await page.getByRole("button", { name: "Approve this one call" }).click();
  await page.getByText("approved, not used yet").waitFor();
  expect(summary(await app.call("notes.create", { text: "a" }))).toBe("completed");
  const left = (await page.context().cookies(url)).filter(({ name }) => name.includes("proviso"));
  expect(left.map(({ name }) => name.replace(/-\d+-approvals$/, ""))).toEqual(["proviso-inbox"]);
  expect(both.faults).toEqual([]);
});

it("whom the provider calls an agent, or who gives up there, is not let in", async () => {
  await using both = await serveBoth();
  const { url } = both.served;
  const page = await (await browser().newContext()).newPage();
  await page.goto(url);
  await signInThere(page, "robot");
  await page.getByRole("alert").waitFor();
  expect(await page.getByRole("alert").textContent()).toContain("not known here");
  const another = await (await browser().newContext()).newPage();
  await another.goto(url);
  await another.getByRole("link", { name: "Sign in with Example" }).click();
  await another.getByRole("link", { name: "Cancel" }).click();
  await another.getByRole("alert").waitFor();
  expect(await another.getByRole("alert").textContent()).toContain("did not sign you in");
  expect(await another.context().cookies(url)).toEqual(
    expect.not.arrayContaining([expect.objectContaining({ name: expect.stringContaining("proviso") })]),
  );
  await another.goto(url);
  expect(another.url()).toBe(`${url}/sign-in`);
});

it("nobody finishes a sign-in that another browser has begun, or finishes one twice", async () => {
  await using both = await serveBoth();
  const { url } = both.served;
  const page = await (await browser().newContext()).newPage();
  await page.goto(url);
  await signInThere(page, "carla", "keeps the answer");
  const stolen = await answerOfProvider(page, `${url}/sign-in/callback`);
  const victim = await (await browser().newContext()).newPage();
  await victim.goto(stolen);
  expect(await victim.getByRole("alert").textContent()).toContain("was not begun here");
  await victim.goto(url);
  await victim.getByRole("link", { name: "Sign in with Example" }).click();
  await victim.getByPlaceholder("Enter any login").waitFor();
  await victim.goto(stolen);
  expect(await victim.getByRole("alert").textContent()).toContain("did not sign you in");
  await page.goto(stolen);
  await page.waitForURL(`${url}/`);
  await page.goto(stolen);
  expect(await page.getByRole("alert").textContent()).toContain("was not begun here");
});

it.each([[["pairwise"]], [["public", "pairwise"]]] as const)(
  "a provider that may give a person another id in each application (%j) signs nobody in, unless the host maps its claims",
  async (subjects) => {
    await using provider = await startIdentityProvider("http://127.0.0.1:9/callback", { subjects });
    const callback = new URL("http://127.0.0.1:9/callback");
    const signIn = openIdConnect(provider);
    await expect(signIn.check?.()).rejects.toThrow(/give `openIdConnect` the option `principal`/);
    await expect(signIn.start(callback)).rejects.toThrow(/another `sub` in each application/);
    const starting = productServer({
      approvals: inbox({ url: "http://127.0.0.1:9/approvals", signIn }),
    }).serve({
      http: 0,
      signals: false,
      inbox: true,
    });
    await expect(starting).rejects.toThrow(/subject_types_supported.*pairwise/);
    const mapped = openIdConnect({ ...provider, principal: () => undefined });
    await mapped.check?.();
    expect((await mapped.start(callback)).location.href).toContain(provider.issuer);
  },
);

it("an id token that is not signed with a published key of the provider signs nobody in", async () => {
  await using both = await serveBoth({ publishesAnotherKey: true });
  const page = await (await browser().newContext()).newPage();
  await page.goto(both.served.url);
  await signInThere(page, "carla");
  await page.getByRole("alert").waitFor();
  expect(await page.getByRole("alert").textContent()).toContain("did not sign you in");
  expect(both.faults.map((fault) => String((fault as Error).cause))).toEqual([
    expect.stringMatching(/signature/),
  ]);
});

it("a sign-in does not wait for ever, and leads nowhere else", async () => {
  await using both = await serveBoth();
  const { app, url } = both.served;
  const page = await (await browser().newContext()).newPage();
  await page.goto(`${url}/sign-in/start?to=//evil.example`);
  app.clock.advance(10 * 60_000);
  await page.getByPlaceholder("Enter any login").fill("carla");
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("alert").waitFor();
  expect(await page.getByRole("alert").textContent()).toContain("more than ten minutes ago");
  await page.goto(`${url}/sign-in/start?to=//evil.example`);
  await page.waitForURL(`${url}/`);
});

it("a page of another site does not send anybody to the provider, who could come back as somebody else", async () => {
  await using both = await serveBoth();
  const start = async (site: string): Promise<number> => {
    const headers = { "sec-fetch-site": site };
    return (await fetch(`${both.served.url}/sign-in/start`, { headers, redirect: "manual" })).status;
  };
  expect([await start("cross-site"), await start("same-site")]).toEqual([200, 200]);
  expect([await start("same-origin"), await start("none")]).toEqual([303, 303]);
});

it("a provider that cannot be reached is said to the person, and reported", async () => {
  const faults: unknown[] = [];
  const signIn = openIdConnect({ issuer: "http://127.0.0.1:9/", clientId: "inbox" });
  await using served = await serveInbox({}, { signIn, onFault: (error) => void faults.push(error) });
  const response = await fetch(`${served.url}/sign-in/start`, { redirect: "manual" });
  expect([response.status, await response.text()]).toEqual([
    403,
    expect.stringContaining("cannot be used now"),
  ]);
  expect(faults).toHaveLength(1);
});

it("options that could not be safe are refused", () => {
  const given = { issuer: "https://login.example", clientId: "inbox" };
  expect(openIdConnect(given).name).toBe("login.example");
  expect(() => openIdConnect({ ...given, issuer: "http://login.example" })).toThrow(
    /`issuer` must be an https URL/,
  );
  expect(() => openIdConnect({ ...given, scope: "email" })).toThrow(/must contain `openid`/);
  expect(() => openIdConnect({ ...given, parameters: { state: "x" } })).toThrow(/cannot set `state`/);
  expect(() => openIdConnect({ ...given, clientId: "" })).toThrow(/`clientId` is empty/);
  expect(() => openIdConnect({ ...given, clientId: undefined as never })).toThrow(/`clientId` is empty/);
  expect(() => openIdConnect({ ...given, principle: () => undefined } as never)).toThrow(
    /no option `principle`/,
  );
});
