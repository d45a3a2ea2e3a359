import { rateOf } from "../care/care.ts";
import type { ReviewedApproval } from "../api/approval-desk.ts";
import { answer, answerPage, answerText, redirectTo } from "../http/answers.ts";
import { readForm } from "../http/read-form.ts";
import { approvalPage } from "../pages/approval-page.ts";
import { readEdits } from "../pages/edit-fields.ts";
import { soonestFirst } from "../pages/describe-approval.ts";
import { layout } from "../pages/layout.ts";
import { isViewName, listPage } from "../pages/list-page.ts";
import { noticePage } from "../pages/notice-page.ts";
import { sessionName } from "../push/subscriptions.ts";
import { isFormOf, ownerOf, type Session } from "../sessions/sessions.ts";
import { decideAsEntered } from "./desk-access.ts";
import { idPattern } from "./id-pattern.ts";
import type { InboxParts } from "./inbox-parts.ts";
import { answerMandates } from "./mandate-routes.ts";
import { answerPush } from "./push-route.ts";
import { answerTogether } from "./together-route.ts";

/** Calls of the list that say what is new about them, or how they ended: each is compared with the newest records. */
const mostHistories = 50;

/** Pages of somebody who is signed in. */
export async function answerPerson(
  parts: InboxParts,
  session: Session,
  request: Request,
  path: string,
): Promise<Response> {
  const { care, desk, sessions, site } = parts;
  const { reviewer } = session;
  const { searchParams } = new URL(request.url);
  if (request.method === "POST") {
    const form = await readForm(request);
    if (!form || !isFormOf(session, form.get("token")))
      return answerText("This form is not of your session: open the page again.", 403);
    if (path === "/sign-out") {
      const isEverywhere = form.get("where") === "everywhere";
      if (isEverywhere) await sessions.closeAll(reviewer);
      await parts.push?.subscriptions.removeOf(
        isEverywhere ? { reviewer } : { session: sessionName(session.pathSecret) },
      );
      return redirectTo(`${site.root}/sign-in`, [await sessions.close(request)]);
    }
    if (path === "/push") return answerPush(parts, session, form);
    if (path === "/together")
      return (await answerTogether(parts, session, request, form)) ?? notFound(parts, session);
    if (path.startsWith("/mandates"))
      return (await answerMandates(parts, session, request, path, form)) ?? notFound(parts, session);
    const approval = await approvalAt(parts, session, path);
    return approval ? decide(parts, session, approval, form) : notFound(parts, session);
  }
  if (path === "/") {
    const view = searchParams.get("show") ?? "waiting";
    if (!isViewName(view)) return notFound(parts, session);
    const { clock } = parts;
    const listed = await desk.list(reviewer, { isOpen: view === "waiting" });
    const approvals = view === "waiting" ? soonestFirst(listed) : listed;
    const notices = (await parts.notices?.()) ?? [];
    const told = { waiting: "pending", decided: "consumed", expired: undefined }[view];
    const searched = approvals.filter(({ state }) => state === told).slice(0, mostHistories);
    const histories = new Map(
      await Promise.all(searched.map(async (each) => [each.id, await desk.history(each)] as const)),
    );
    const rate = (shown: typeof approvals) => rateOf(shown, reviewer, clock);
    return answerPage(layout(site, listPage(site, session, approvals, view, { rate, notices, histories })));
  }
  if (path === "/together")
    return (await answerTogether(parts, session, request)) ?? notFound(parts, session);
  if (path.startsWith("/mandates"))
    return (await answerMandates(parts, session, request, path)) ?? notFound(parts, session);
  if (path === "/events") return events(parts, session, request);
  const approval = await approvalAt(parts, session, path);
  if (approval) await care?.opened(ownerOf(reviewer), approval);
  return approval
    ? answerPage(layout(site, approvalPage(site, session, approval, await desk.history(approval))))
    : notFound(parts, session);
}

async function approvalAt(
  { desk }: InboxParts,
  { reviewer }: Session,
  path: string,
): Promise<ReviewedApproval | undefined> {
  const id = path.slice(1);
  return idPattern.test(id) ? desk.get(id, reviewer) : undefined;
}

async function decide(
  { care, desk, site }: InboxParts,
  session: Session,
  approval: ReviewedApproval,
  form: ReadonlyMap<string, string>,
): Promise<Response> {
  const { reviewer } = session;
  const [verdict, reason, phrase] = ["verdict", "reason", "phrase"].map((name) => form.get(name));
  const revision = Number(form.get("revision") ?? 0);
  // The form was made for the call as it was then.
  const isOfToday = (of: ReviewedApproval): boolean => revision === (of.revision ?? 0);
  const change = isOfToday(approval) ? readEdits(approval, form) : undefined;
  const entered = { verdict, reason, phrase, revision, change };
  const hurried = await care?.problem(ownerOf(reviewer), verdict, approval);
  const decided =
    hurried === undefined
      ? await decideAsEntered(desk, approval, reviewer, "inbox", entered)
      : { ok: false as const, problem: hurried };
  if (decided.ok) return redirectTo(`${site.base}/${approval.id}`);
  const present = (await desk.get(approval.id, reviewer)) ?? approval;
  const history = await desk.history(present);
  const kept = isOfToday(present) ? form : undefined;
  return answerPage(layout(site, approvalPage(site, session, present, history, decided.problem, kept)), 409);
}

/** Answers for an approval that does not exist or that this person may not see: both are equal. */
function notFound({ site }: InboxParts, session: Session): Response {
  const text =
    "There is no such approval, it ended more than a day ago, or it is for somebody else to decide.";
  return answerPage(layout(site, noticePage(site, "Not found", text, session)), 404);
}

function events(
  { desk, events: live, sessions }: InboxParts,
  { pathSecret, reviewer }: Session,
  request: Request,
): Response {
  const type = "text/event-stream";
  if (request.method === "HEAD") return answer("", type);
  const stream = live.open(ownerOf(reviewer), async () => {
    const present = await sessions.find(request, pathSecret);
    return present && desk.glance(present.reviewer);
  });
  return stream ? answer(stream, type) : answerText("Too many pages are open", 503);
}
