import type { ReviewedApproval } from "../api/approval-desk.ts";
import { answerPage } from "../http/answers.ts";
import type { Form } from "../http/read-form.ts";
import { layout } from "../pages/layout.ts";
import { isPhrase, phraseOfCalls } from "../approvals/phrase-of-calls.ts";
import { readTicked, togetherPage, togetherResultPage } from "../pages/together-page.ts";
import { ownerOf, type Session } from "../sessions/sessions.ts";
import { togetherProblem } from "../approvals/decide-together.ts";
import { idPattern } from "./id-pattern.ts";
import type { InboxParts } from "./inbox-parts.ts";

/** The page to approve several calls at once; undefined if impossible, or not all visible. */
export async function answerTogether(
  { care, desk, site }: InboxParts,
  session: Session,
  request: Request,
  form?: Form,
): Promise<Response | undefined> {
  const ids = (new URL(request.url).searchParams.get("ids") ?? "").split(",");
  if (!ids.every((id) => idPattern.test(id))) return undefined;
  const found = await Promise.all(ids.map((id) => desk.get(id, session.reviewer)));
  const approvals: readonly ReviewedApproval[] = found.flatMap((approval) => approval ?? []);
  if (approvals.length !== ids.length || togetherProblem(approvals) !== undefined) return undefined;
  const [seen] = approvals;
  if (!form && seen) await care?.opened(ownerOf(session.reviewer), seen);
  const histories = await Promise.all(approvals.map((each) => desk.history(each)));
  if (!form) return answerPage(layout(site, togetherPage(site, session, approvals, histories)));
  const entered = { ticked: readTicked(form, ids), phrase: form.get("phrase") };
  const refused = (problem: string): Response =>
    answerPage(layout(site, togetherPage(site, session, approvals, histories, { problem, ...entered })), 409);
  const phrase = phraseOfCalls(approvals);
  if (phrase !== undefined && !isPhrase(entered.phrase, phrase))
    return refused("What you typed is not the phrase, so nothing was approved. Type it exactly.");
  const reason = form.get("reason")?.trim() ?? "";
  if (reason.length > 1000) return refused("A reason may have 1000 characters.");
  const [first] = approvals;
  const hurried = first && (await care?.problem(ownerOf(session.reviewer), "approve", first));
  if (hurried !== undefined) return refused(hurried);
  const options = { via: "inbox", ...(reason !== "" && { reason }) };
  const decided = await desk.approveTogether(entered.ticked, session.reviewer, options);
  if (!decided.ok) return refused(`Nothing was approved: ${decided.message}.`);
  return answerPage(layout(site, togetherResultPage(site, session, decided.results, ids.length)));
}
