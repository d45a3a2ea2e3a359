import { isObject, type JsonObject } from "@proviso/manifest";
import { valueSeal } from "@proviso/server/extension";
import { isPhrase } from "../approvals/phrase-of-calls.ts";
import type { ReviewedApproval } from "../api/approval-desk.ts";
import type { MandateStart, MandateTerms } from "../api/mandate.ts";
import { answerPage, redirectTo } from "../http/answers.ts";
import type { Form } from "../http/read-form.ts";
import { grantPage, offerPage } from "../pages/grant-page.ts";
import { layout, type Page } from "../pages/layout.ts";
import { mandatePage, mandatesPage } from "../pages/mandate-page.ts";
import { ownerOf, type Session } from "../sessions/sessions.ts";
import { phraseOfGrant } from "../approvals/phrase-of-grant.ts";
import { decideAsEntered } from "./desk-access.ts";
import { idPattern } from "./id-pattern.ts";
import type { InboxParts } from "./inbox-parts.ts";
import { startIn, termsIn } from "./mandate-form.ts";

/** Pages of standing approvals. Undefined for other paths, and for what this person may not see. */
export async function answerMandates(
  parts: InboxParts,
  session: Session,
  request: Request,
  path: string,
  form?: Form,
): Promise<Response | undefined> {
  const { desk, site } = parts;
  const { reviewer } = session;
  if (path === "/mandates/new") return answerGrant(parts, session, request, path, form);
  if (path === "/mandates" && !form) {
    const [mandates, tools] = [await desk.mandates.list(reviewer), await desk.mandates.tools(reviewer)];
    return answerPage(layout(site, mandatesPage(site, session, mandates, tools)));
  }
  const id = path.slice("/mandates/".length);
  const mandate = idPattern.test(id) ? await desk.mandates.get(id, reviewer) : undefined;
  if (!mandate) return undefined;
  const show = async (problem?: string): Promise<Response> => {
    const all = await desk.list(reviewer);
    const uses = all
      .filter((each) => each.mandate?.id === id)
      .toSorted((one, other) => (other.mandate?.use ?? 0) - (one.mandate?.use ?? 0));
    const first = new URL(request.url).searchParams.get("with") ?? "";
    const begunWith = idPattern.test(first) ? await desk.get(first, reviewer) : undefined;
    const page = mandatePage(site, session, mandate, { uses, begunWith }, problem);
    return answerPage(layout(site, page), problem === undefined ? 200 : 409);
  };
  if (!form) return show();
  const reason = form.get("reason")?.trim() ?? "";
  if (reason.length > 1000) return show("A reason may have 1000 characters.");
  const said = { via: "inbox", ...(reason !== "" && { reason }) };
  const revoked = await desk.mandates.revoke(id, reviewer, said);
  return revoked.ok ? redirectTo(`${site.base}${path}`) : show(revoked.message);
}

/** What a person is shown, sealed for them: exactly this is granted, once. */
interface Offer {
  readonly terms: MandateTerms;
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
  /** Of the waiting call, as it was shown. */
  readonly revision: number;
}

const offerMs = 10 * 60_000;

async function answerGrant(
  parts: InboxParts,
  session: Session,
  request: Request,
  path: string,
  form: Form | undefined,
): Promise<Response | undefined> {
  const { care, desk, site, stateKeys } = parts;
  const { reviewer } = session;
  const { search } = new URL(request.url);
  const from = startIn(`${path}${search}`);
  const start = from && (await desk.mandates.start(from, reviewer));
  if (!start) return undefined;
  const approval = start.approval === undefined ? undefined : await desk.get(start.approval, reviewer);
  if (start.approval !== undefined && !approval) return undefined;
  if (approval) await care?.opened(ownerOf(reviewer), approval);
  const history = approval && (await desk.history(approval));
  const action = `${site.base}${path}${search}`;
  const begun = { start, terms: start.terms, action, approval, history };
  const show = (page: Page, isProblem = false): Response =>
    answerPage(layout(site, page), isProblem ? 409 : 200);
  const seal = valueSeal(stateKeys);
  const sealedFor = `offer ${ownerOf(reviewer)} ${search}`;
  const { clock, store } = parts;
  const now = (store.now ? await store.now() : clock.now()).getTime();
  const typed = form?.get("phrase");
  const shownOffer = async (offer: Offer, problem?: string): Promise<Response> => {
    const examples = await desk.mandates.examples(offer.terms, start);
    const sealed = seal.seal(offer as unknown as JsonObject, sealedFor);
    return show(
      offerPage(site, session, { ...begun, terms: offer.terms, examples, sealed, typed }, problem),
      problem !== undefined,
    );
  };
  if (!form) return show(grantPage(site, session, begun));
  const sealed = form.get("offer");
  if (sealed === undefined) {
    const { terms, problem: unclear } = termsIn(form, start, now);
    const problem = unclear ?? (await desk.mandates.problem(terms, reviewer, start.old?.id));
    if (problem !== undefined)
      return show(grantPage(site, session, { ...begun, terms, entered: form }, problem), true);
    const { revision = 0 } = approval ?? {};
    return shownOffer({ terms, id: desk.mandates.newId(terms), until: now + offerMs, revision });
  }
  const opened = seal.open(sealed, sealedFor);
  const offer = isObject(opened) ? (opened as unknown as Offer) : undefined;
  if (!offer || now >= offer.until) return show(grantPage(site, session, begun, tooOld), true);
  const problem =
    (await desk.mandates.problem(offer.terms, reviewer, start.old?.id)) ??
    (await approveFirst(parts, session, approval, offer, form)) ??
    (await grantOffer(parts, session, start, offer));
  const suffix = approval ? `?with=${approval.id}` : "";
  return problem === undefined
    ? redirectTo(`${site.base}/mandates/${offer.id}${suffix}`)
    : shownOffer(offer, problem);
}

const tooOld =
  "What you were shown is older than ten minutes, or was shown to somebody else. Look at it again.";

/** A grant from a waiting call approves that one as well, as its own page would. */
async function approveFirst(
  { care, desk }: InboxParts,
  { reviewer }: Session,
  approval: ReviewedApproval | undefined,
  { revision, terms }: Offer,
  form: Form,
): Promise<string | undefined> {
  if (!approval) return undefined;
  const hurried = await care?.problem(ownerOf(reviewer), "approve", approval);
  if (hurried !== undefined) return hurried;
  const { phrase } = approval.shown;
  const isTyped = phrase !== undefined && isPhrase(form.get("phrase"), phraseOfGrant(phrase, terms.count));
  const entered = { verdict: "approve", phrase: isTyped ? phrase : "", revision };
  const decided = await decideAsEntered(desk, approval, reviewer, "inbox", entered);
  return decided.ok ? undefined : decided.problem;
}

async function grantOffer(
  { desk }: InboxParts,
  { reviewer }: Session,
  { old }: MandateStart,
  { id, terms }: Offer,
): Promise<string | undefined> {
  const options = { via: "inbox", id, ...(old && { replaces: old.id }) };
  const granted = await desk.mandates.grant(terms, reviewer, options);
  return granted.ok ? undefined : granted.message;
}
