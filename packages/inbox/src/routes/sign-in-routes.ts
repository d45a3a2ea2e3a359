import { isObject, type Json, type JsonObject } from "@proviso/manifest";
import { logInText, type Reviewer, valueSeal, type WantedLogIn } from "@proviso/server/extension";
import { answerPage, redirectTo } from "../http/answers.ts";
import { readForm } from "../http/read-form.ts";
import { layout } from "../pages/layout.ts";
import { signInPage } from "../pages/sign-in-page.ts";
import { isOfAnotherSite } from "../http/fetch-site.ts";
import { isFormOf, sessionPath, type Session } from "../sessions/sessions.ts";
import { useCode } from "../sessions/sign-in-link.ts";
import type { SignInProvider } from "../sign-in/sign-in-provider.ts";
import { pagePattern } from "./id-pattern.ts";
import { startIn } from "./mandate-form.ts";
import type { InboxParts } from "./inbox-parts.ts";

/** Pages for somebody who is not signed in. Undefined for other paths. */
export async function answerSignIn(
  parts: InboxParts,
  request: Request,
  path: string,
  session: Session | undefined,
): Promise<Response | undefined> {
  const { signIn } = parts;
  const isForm = request.method === "POST";
  if (path === "/sign-in") return isForm ? signInWithCode(parts, request) : signInChoices(parts, request);
  if (isForm || !signIn) return undefined;
  if (path === "/sign-in/start" && isOfAnotherSite(request)) return signInChoices(parts, request);
  if (path === "/sign-in/start") return startSignIn(parts, signIn, request, session);
  return path === "/sign-in/callback" ? finishSignIn(parts, signIn, request) : undefined;
}

/** The page to show afterwards. */
function targetOf(given: unknown): string {
  return typeof given === "string" && pagePattern.test(given) ? given : "";
}

function targetIn({ url }: Request): string {
  return targetOf(new URL(url).searchParams.get("to"));
}

/** The page to sign in; `to` is shown afterwards. */
export async function signInChoices(
  parts: InboxParts,
  request: Request,
  {
    problem,
    to = targetIn(request),
    status = problem === undefined ? 200 : 403,
  }: { readonly problem?: string; readonly to?: string; readonly status?: number } = {},
): Promise<Response> {
  const { sessions, site, signIn } = parts;
  const present = await sessions.findByCookie(request);
  const isAgain = present && new URL(request.url).searchParams.has("again");
  const wanted = isAgain ? await wantedLogIn(parts, request, present) : undefined;
  const page = signInPage(site, {
    ...(signIn && { provider: signIn.name }),
    to,
    ...(problem !== undefined && { problem }),
    ...(wanted && { needed: logInText(wanted) }),
    ...(present && { formToken: present.formToken }),
  });
  return answerPage(layout(site, page), status);
}

async function signInWithCode(parts: InboxParts, request: Request): Promise<Response> {
  const { sessions, stateKeys, store } = parts;
  const form = await readForm(request);
  const present = await sessions.findByCookie(request);
  if (present && !isFormOf(present, form?.get("token")))
    return signInChoices(parts, request, {
      problem: "Somebody is signed in with this browser. Open the link again.",
    });
  const code = form?.get("code")?.replace(/^.*#/s, "").trim();
  const reviewer = code === undefined ? undefined : await useCode(store, stateKeys, code);
  if (reviewer) return signedIn(parts, request, reviewer, targetIn(request));
  const problem = "This link was used, is older than ten minutes, or is wrong. Ask for a new one.";
  return signInChoices(parts, request, { problem });
}

async function signedIn(
  { sessions, site }: InboxParts,
  request: Request,
  reviewer: Reviewer,
  to: string,
  cookies: readonly string[] = [],
): Promise<Response> {
  const opened = await sessions.open(reviewer, request);
  return redirectTo(`${sessionPath(site.root, opened)}/${to}`, [opened.setCookie, ...cookies]);
}

const attemptCookie = "sign-in";
const attemptMs = 10 * 60_000;

/** Compared with what the browser brings back: nobody finishes somebody else's sign-in. */
async function startSignIn(
  parts: InboxParts,
  signIn: SignInProvider,
  request: Request,
  session: Session | undefined,
): Promise<Response> {
  const { clock, cookies, onFault, stateKeys } = parts;
  try {
    const { location, checks } = await signIn.start(
      callbackOf(parts),
      await wantedLogIn(parts, request, session),
    );
    const until = clock.now().getTime() + attemptMs;
    const attempt = valueSeal(stateKeys).seal({ checks, to: targetIn(request), until }, attemptCookie);
    return redirectTo(location.href, [cookies.write(attemptCookie, attempt, attemptMs / 1000)]);
  } catch (error) {
    onFault(error);
    return signInChoices(parts, request, {
      problem: `${signIn.name} cannot be used now. Try again later, or ask whoever runs this server.`,
    });
  }
}

/** The log-in that a call, or a grant, needs of somebody who is signed in. */
async function wantedLogIn(
  { desk }: InboxParts,
  request: Request,
  session: Session | undefined,
): Promise<WantedLogIn | undefined> {
  const from = startIn(targetIn(request));
  if (session && from) return (await desk.mandates.start(from, session.reviewer))?.logIn;
  const approval = session && (await desk.get(targetIn(request), session.reviewer));
  return approval?.logIn?.isOwn ? approval.rules.logIn : undefined;
}

async function finishSignIn(parts: InboxParts, signIn: SignInProvider, request: Request): Promise<Response> {
  const { clock, cookies, onFault, stateKeys } = parts;
  const cookie = cookies.read(request, attemptCookie);
  const attempt = cookie === undefined ? undefined : valueSeal(stateKeys).open(cookie, attemptCookie);
  const refuse = async (problem: string): Promise<Response> => {
    const response = await signInChoices(parts, request, { problem });
    response.headers.append("Set-Cookie", cookies.write(attemptCookie, "", 0));
    return response;
  };
  if (!isAttempt(attempt) || clock.now().getTime() >= attempt.until)
    return refuse("This sign-in was not begun here, or more than ten minutes ago. Begin again.");
  try {
    const address = new URL(new URL(request.url).search, callbackOf(parts));
    const principal = await signIn.finish(address, attempt.checks);
    if (principal?.kind !== "user") return refuse("You are signed in there, but not known here.");
    const attemptEnds = cookies.write(attemptCookie, "", 0);
    return await signedIn(parts, request, { principal }, targetOf(attempt.to), [attemptEnds]);
  } catch (error) {
    onFault(error);
    return refuse(`${signIn.name} did not sign you in. Try again.`);
  }
}

function callbackOf({ origin, site }: InboxParts): URL {
  return new URL(`${origin}${site.root}/sign-in/callback`);
}

function isAttempt(
  value: Json | undefined,
): value is JsonObject & { readonly checks: JsonObject; readonly until: number } {
  return isObject(value) && isObject(value["checks"]) && typeof value["until"] === "number";
}
