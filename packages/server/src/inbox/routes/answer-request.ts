import { answer, answerPage, answerText, redirectTo } from "../http/answers.ts";
import { readForm } from "../http/read-form.ts";
import { layout } from "../pages/layout.ts";
import { script } from "../pages/script.ts";
import { signInPage } from "../pages/sign-in-page.ts";
import { style } from "../pages/style.ts";
import { useCode } from "../sessions/sign-in-link.ts";
import type { InboxParts } from "./inbox-parts.ts";
import { answerPerson, idPattern } from "./person-routes.ts";

/** Answers one request of the inbox. */
export async function answerRequest(parts: InboxParts, request: Request): Promise<Response> {
  const { origin, sessions, site } = parts;
  const path = pathWithin(site.base, request);
  if (path === undefined) return answerText("Not found", 404);
  const isForm = request.method === "POST";
  if (!isForm && request.method !== "GET" && request.method !== "HEAD")
    return answerText("Method not allowed", 405);
  if (isForm && !isFromOwnPage(request, origin)) return answerText("This form is of another site.", 403);
  if (path === "/style.css") return answer(style, "text/css");
  if (path === "/page.js") return answer(script, "text/javascript");
  if (path === "/sign-in") return signIn(parts, request);
  const session = await sessions.find(request);
  if (session) return answerPerson(parts, session, request, path);
  if (isForm || path === "/events") return answerText("You are not signed in: open the page again.", 401);
  return redirectTo(`${site.base}/sign-in${idPattern.test(path.slice(1)) ? `?to=${path.slice(1)}` : ""}`);
}

/** The path below that of the inbox; undefined if it is not below it. */
function pathWithin(base: string, { url }: Request): string | undefined {
  const { pathname } = new URL(url);
  if (pathname === base) return "/";
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : undefined;
}

/** Browsers state the origin of every form. */
function isFromOwnPage({ headers }: Request, origin: string): boolean {
  const site = headers.get("sec-fetch-site");
  return headers.get("origin") === origin && (site === null || site === "same-origin");
}

async function signIn(parts: InboxParts, request: Request): Promise<Response> {
  const { sessions, site, stateKey, store } = parts;
  const to = new URL(request.url).searchParams.get("to") ?? "";
  const choices = idPattern.test(to) ? { to } : {};
  if (request.method !== "POST") return answerPage(layout(site, signInPage(site, choices)));
  const code = (await readForm(request))?.get("code")?.trim();
  const reviewer = code === undefined ? undefined : await useCode(store, stateKey, code);
  if (!reviewer) {
    const problem = "This code was used, is older than ten minutes, or is wrong. Ask for a new link.";
    return answerPage(layout(site, signInPage(site, { ...choices, problem })), 403);
  }
  return redirectTo(`${site.base}/${choices.to ?? ""}`, [await sessions.open(reviewer, request)]);
}
