// A person whose log-in is too old for a call is sent through a real provider, and then decides.
import { useBrowser, type Page } from "@proviso/browser";
import { freePort, startAuthorizationServer, type AuthorizationServer } from "@proviso/identity";
import { expect, it, onTestFinished } from "vitest";
import { openIdConnect, type SignInProvider } from "../../src/index.ts";
import type { Principal } from "../../../server/src/api/outcome.ts";
import { waitFor } from "../approvals/people.ts";
import { anna, criticalRisk, summary, tool } from "../sample.ts";
import { openSigned, serveInbox, type ServedInbox } from "./served-inbox.ts";

const browser = useBrowser();
const stepUpAuth = { kind: "always", maxAgeMs: 5 * 60_000 } as const;

interface Served extends AsyncDisposable {
  readonly served: ServedInbox;
  /** The agent's token, an hour old. */
  readonly stale: Principal;
  /** The requests for log-ins that the inbox has sent. */
  readonly asked: URL[];
}

/** An inbox with a clock that stands still, at whose provider people sign in. */
async function serveBoth(): Promise<Served> {
  let provider: AuthorizationServer | undefined;
  const asked: URL[] = [];
  const signIn = (): SignInProvider =>
    openIdConnect({
      issuer: provider?.issuer ?? "",
      clientId: "inbox",
      principal: ({ sub, auth_time, acr }) => ({
        id: String(sub),
        tenant: "acme",
        kind: "user",
        permissions: ["notes:write", "notes:approve"],
        ...(typeof auth_time === "number" && { authTime: auth_time }),
        ...(typeof acr === "string" && { acr }),
      }),
    });
  const served = await serveInbox(
    { tools: [tool({ ...criticalRisk, stepUpAuth })] },
    {
      signIn: {
        name: "Example",
        async start(redirectUri, wanted) {
          const attempt = await signIn().start(redirectUri, wanted);
          asked.push(attempt.location);
          return attempt;
        },
        finish: (address, checks) => signIn().finish(address, checks),
      },
    },
  );
  served.app.clock.advance(Date.now() - served.app.clock.now().getTime());
  const redirectUri = `${served.url}/sign-in/callback`;
  const started = await startAuthorizationServer({
    resource: `http://127.0.0.1:${await freePort()}/mcp`,
    scopes: ["profile", "email"],
    client: { id: "inbox", redirectUri },
  });
  provider = started;
  return {
    served,
    asked,
    stale: { ...anna, authTime: Math.floor(served.app.clock.now().getTime() / 1000) - 3600 },
    async [Symbol.asyncDispose]() {
      await served.close();
      await started.stop();
    },
  };
}

/** Says at the provider who one is, with a password, and agrees if the provider asks. */
async function logIn(page: Page, name: string, back: string): Promise<void> {
  await page.getByPlaceholder("Enter any login").fill(name);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  const agree = page.getByRole("button", { name: "Continue" });
  await agree.or(page.locator("#main")).waitFor();
  if (await agree.isVisible()) await agree.click();
  await page.waitForURL(back);
}

async function approve(page: Page): Promise<void> {
  await page.getByLabel(/type/).fill((await page.locator("kbd").textContent()) ?? "");
  await page.getByRole("button", { name: "Approve this one call" }).click();
  await page.getByText("approved, not used yet").waitFor();
}

it("the person logs in again on the way, approves this call, and the agent's token stays as it is", async () => {
  await using both = await serveBoth();
  const { served, stale, asked } = both;
  const { app, url } = served;
  const id = await waitFor(app, { text: "a" }, stale);
  const page = await (await browser().newContext()).newPage();
  await page.goto(`${url}/${id}`);
  await page.getByRole("link", { name: "Sign in with Example" }).click();
  await logIn(page, "anna", `${url}/${id}`);
  expect(await page.locator("#decision").textContent()).toContain("a newer or stronger log-in");
  expect(await page.getByRole("button", { name: "Approve this one call" }).count()).toBe(0);
  expect(await page.locator("main").textContent()).toContain("needs a log-in of the last 5 minutes");

  await page.getByRole("link", { name: "Sign in again with Example" }).click();
  expect(asked.map(({ searchParams }) => searchParams.get("max_age"))).toEqual([null, "0"]);
  await logIn(page, "anna", `${url}/${id}`);
  await approve(page);
  const call = async (text: string) => summary(await app.callAs(stale)("notes.create", { text }));
  expect(await call("a")).toBe("completed");
  expect(await call("a")).toBe("refused approval_pending");
  expect(await call("b")).toBe("refused approval_pending");
  expect(app.ran).toHaveLength(1);
});

it("a session whose log-in was recent approves at once, until it is too old", async () => {
  await using both = await serveBoth();
  const { app, url } = both.served;
  const page = await (await browser().newContext()).newPage();
  const first = await waitFor(app, { text: "a" }, both.stale);
  await page.goto(`${url}/${first}`);
  await page.getByRole("link", { name: "Sign in with Example" }).click();
  await logIn(page, "anna", `${url}/${first}`);
  await page.getByRole("link", { name: "Sign in again with Example" }).click();
  await logIn(page, "anna", `${url}/${first}`);
  await openSigned(page, `${url}/${await waitFor(app, { text: "b" }, both.stale)}`);
  expect(await page.getByRole("button", { name: "Approve this one call" }).count()).toBe(1);
  app.clock.advance(6 * 60_000);
  await openSigned(page, `${url}/${await waitFor(app, { text: "c" }, both.stale)}`);
  expect(await page.getByRole("link", { name: "Sign in again with Example" }).count()).toBe(1);
});

it("somebody else who logs in on the way decides nothing", async () => {
  await using both = await serveBoth();
  const { app, url } = both.served;
  const id = await waitFor(app, { text: "a" }, both.stale);
  const page = await (await browser().newContext()).newPage();
  await page.goto(`${url}/${id}`);
  await page.getByRole("link", { name: "Sign in with Example" }).click();
  await logIn(page, "anna", `${url}/${id}`);
  await page.getByRole("link", { name: "Sign in again with Example" }).click();
  await logIn(page, "carla", `${url}/${id}`);
  expect(await page.locator("h1").textContent()).toBe("Not found");
  expect(summary(await app.callAs(both.stale)("notes.create", { text: "a" }))).toBe(
    "refused approval_pending",
  );
});

it("the class of the log-in is asked for as well, and nobody else chooses it", async () => {
  const { location } = await openIdConnect({ issuer: await oneProvider(), clientId: "inbox" }).start(
    new URL("http://127.0.0.1:1/callback"),
    { acr: "urn:example:mfa", maxAgeMs: 1000 },
  );
  expect(location.searchParams.get("acr_values")).toBe("urn:example:mfa");
  expect(location.searchParams.get("max_age")).toBe("0");
});

async function oneProvider(): Promise<string> {
  const provider = await startAuthorizationServer({ resource: "https://mcp.example/mcp", scopes: [] });
  onTestFinished(() => provider.stop());
  return provider.issuer;
}
