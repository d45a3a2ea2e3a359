import { answer, answerText, redirectTo } from "../http/answers.ts";
import { script } from "../pages/script.ts";
import { style } from "../pages/style.ts";
import { isOfAnotherSite } from "../http/fetch-site.ts";
import { idPattern } from "./id-pattern.ts";
import type { InboxParts } from "./inbox-parts.ts";
import { answerPerson } from "./person-routes.ts";
import { answerSlack } from "./slack-route.ts";
import { answerSignIn } from "./sign-in-routes.ts";

/** Answers one request of the inbox. */
export async function answerRequest(parts: InboxParts, request: Request): Promise<Response> {
  const { origin, sessions, site, slack } = parts;
  const path = pathWithin(site.base, request);
  if (path === undefined) return answerText("Not found", 404);
  const isForm = request.method === "POST";
  if (!isForm && request.method !== "GET" && request.method !== "HEAD")
    return answerText("Method not allowed", 405);
  if (isForm && path === "/slack" && slack) return answerSlack(parts, slack, request);
  if (isForm && !isFromOwnPage(request, origin)) return answerText("This form is of another site.", 403);
  if (path === "/events" && isOfAnotherSite(request)) return answerText("For pages of this site only", 403);
  if (path === "/style.css") return answer(style, "text/css");
  if (path === "/page.js") return answer(script, "text/javascript");
  const signingIn = await answerSignIn(parts, request, path);
  if (signingIn) return signingIn;
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

/** Browsers state the origin of every form; those of today also say from where, and for what, they send it. */
function isFromOwnPage({ headers }: Request, origin: string): boolean {
  const [site, mode] = [headers.get("sec-fetch-site"), headers.get("sec-fetch-mode")];
  const isUsualMode = mode === null || mode === "navigate" || mode === "cors";
  return headers.get("origin") === origin && isUsualMode && (site === null || site === "same-origin");
}
