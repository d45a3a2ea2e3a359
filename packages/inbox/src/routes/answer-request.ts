import { answer, answerText, redirectTo } from "../http/answers.ts";
import { script } from "../pages/script.ts";
import { appManifest, icon, worker } from "../push/installed-page.ts";
import { style } from "../pages/style.ts";
import { isOfAnotherSite } from "../http/fetch-site.ts";
import { toPage } from "../pages/sign-in-page.ts";
import { pagePattern } from "./id-pattern.ts";
import type { InboxParts } from "./inbox-parts.ts";
import { answerPerson } from "./person-routes.ts";
import { sessionPath, type Session } from "../sessions/sessions.ts";
import { answerSlack } from "./slack-route.ts";
import { answerSignIn, signInChoices } from "./sign-in-routes.ts";

/** Answers one request of the inbox. */
export async function answerRequest(parts: InboxParts, request: Request): Promise<Response> {
  const { origin, sessions, site, slack } = parts;
  const { path, pathSecret } = pathWithin(site.root, request);
  if (path === undefined) return answerText("Not found", 404);
  const isForm = request.method === "POST";
  if (!isForm && request.method !== "GET" && request.method !== "HEAD")
    return answerText("Method not allowed", 405);
  if (isForm && path === "/slack" && slack && pathSecret === undefined)
    return answerSlack(parts, slack, request);
  if (isForm && !isFromOwnPage(request, origin)) return answerText("This form is of another site.", 403);
  if (path === "/events" && isOfAnotherSite(request)) return answerText("For pages of this site only", 403);
  if (path === "/style.css") return answer(style, "text/css");
  if (path === "/page.js") return answer(script, "text/javascript");
  if (path === "/worker.js") return answer(worker, "text/javascript");
  if (path === "/icon.svg") return answer(icon, "image/svg+xml");
  if (path === "/app.webmanifest") return answer(appManifest(site), "application/manifest+json");
  const session = pathSecret === undefined ? undefined : await sessions.find(request, pathSecret);
  const signingIn = await answerSignIn(parts, request, path, session);
  if (signingIn) return signingIn;
  if (session) return answerPerson(partsOf(parts, session), session, request, path);
  const page = `${path.slice(1)}${new URL(request.url).search}`;
  const to = pagePattern.test(page) ? page : "";
  if (path === "/push" || path === "/events")
    return answerText("You are not signed in: open the page again.", 401);
  return isForm
    ? signInChoices(parts, request, { to, problem: ended, status: 401 })
    : redirectTo(`${site.root}/sign-in${toPage(to)}`);
}

const ended = "Nothing was approved or changed. Sign in; you come back to this page.";

/** The path below that of the inbox, or of the session in it; undefined if it is not below it. */
function pathWithin(
  root: string,
  { url }: Request,
): { readonly path?: string; readonly pathSecret?: string } {
  const { pathname } = new URL(url);
  if (pathname === root) return { path: "/" };
  if (!pathname.startsWith(`${root}/`)) return {};
  const [, pathSecret, path = "/"] = /^\/session\/([^/]+)(\/.*)?$/.exec(pathname.slice(root.length)) ?? [];
  return pathSecret === undefined ? { path: pathname.slice(root.length) } : { path, pathSecret };
}

/** Links of a person's pages stay in the session, and times are counted by the server's clock. */
function partsOf(parts: InboxParts, session: Session): InboxParts {
  const now = parts.clock.now().getTime();
  return { ...parts, site: { ...parts.site, base: sessionPath(parts.site.root, session), now } };
}

/** Browsers state the origin of every form; today's also say from where and what for. */
function isFromOwnPage({ headers }: Request, origin: string): boolean {
  const [site, mode] = [headers.get("sec-fetch-site"), headers.get("sec-fetch-mode")];
  const isUsualMode = mode === null || mode === "navigate" || mode === "cors";
  return headers.get("origin") === origin && isUsualMode && (site === null || site === "same-origin");
}
