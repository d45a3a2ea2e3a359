import { randomBytes, timingSafeEqual } from "node:crypto";
import {
  approvalTerms,
  variantsOf,
  html,
  isObject,
  riskLevels,
  rulesOf,
  serverAsks,
  type RiskLevel,
  type ToolContract,
} from "@proviso/manifest";
import {
  type ApprovalApp,
  type ApprovalsRuntime,
  identityOf,
  type Principal,
  type Reviewer,
  type ValueSeal,
} from "@proviso/server/extension";
import type { ApprovalDesk, ReviewedApproval } from "../api/approval-desk.ts";
import { pageOf } from "../approvals/announce.ts";
import type { ApprovalTrail } from "../approvals/approval-trail.ts";
import { cheque } from "../pages/approval-page.ts";
import { approveText } from "../values/set-calls.ts";
import { idPattern } from "../routes/id-pattern.ts";
import { appPage, approvalKey, decideName } from "./app-page.ts";

export interface AppParts extends Pick<ApprovalsRuntime, "store" | "tools" | "track"> {
  readonly trail: ApprovalTrail;
  readonly desk: ApprovalDesk;
  readonly seal: ValueSeal;
  readonly now: () => Promise<Date>;
  /** The address of the inbox. */
  readonly url: string;
  /** The highest risk level that is approved in the chat. */
  readonly upTo: RiskLevel;
}

const properties = {
  approval: { type: "string" },
  secret: { type: "string" },
  verdict: { enum: ["approve", "deny"] },
} as const;
const names = Object.keys(properties) as readonly (keyof typeof properties)[];

const refusal =
  "Nothing was decided: only a click of the person in the view of a call that waits decides about it, once. " +
  "Calling this tool decides nothing. The person can decide in the inbox.";
const refusedKey = "app-refused";
const never = new Date(8_640_000_000_000_000);
/** A used secret is remembered for longer than its approval can be decided about. */
const rememberedMs = 8 * 24 * 60 * 60_000;

/** Approvals by a click in the chat. The click counts as one of the person for whom the caller acts, and never of another. */
export function approvalApp(parts: AppParts): ApprovalApp {
  const { desk, seal, store, track, url } = parts;
  return {
    page: { uri: "ui://dev.proviso/approval.html", html: appPage },
    tool: {
      name: decideName,
      title: "Decide about a call",
      description:
        "For the view of a call that waits. A call by a model decides nothing, and is put on record.",
      inputSchema: { type: "object", properties, required: [...names], additionalProperties: false },
    },
    shows: (tool) => isInChat(parts, tool),
    async view(id, caller) {
      const approval = await ownApproval(parts, id, caller);
      if (!approval) return undefined;
      const nonce = randomBytes(16).toString("hex");
      const secret = `${nonce}${seal.blind(textOf(approval, nonce))}`;
      const page = pageOf(url, id);
      const history = await desk.history(approval);
      const shown = html`${cheque({ base: url }, approval, history)}
        <p class="soft">
          Your answer goes through this app. <a href="${page}">Decide in the inbox instead</a>.
        </p>`;
      const approve = approveText(approval.shown);
      return { [approvalKey]: { approval: id, secret, html: shown.text, approve } };
    },
    decide: (input, caller) => track(decide(parts, input, caller)),
    refused: async () => (await store.increment(refusedKey, 0, never)).value,
  };
}

interface Click {
  readonly approval: string;
  readonly secret: string;
  readonly verdict: "approve" | "deny";
}

async function decide(
  parts: AppParts,
  input: unknown,
  caller: Principal | undefined,
): ReturnType<ApprovalApp["decide"]> {
  const click = readClick(input);
  const approval = click && (await ownApproval(parts, click.approval, caller));
  if (!click || !caller || !approval || !(await useUp(parts, approval, click.secret)))
    return refuse(parts, caller, approval);
  const { id, revision = 0, terms } = approval;
  const { verdict } = click;
  const result = await parts.desk[verdict](id, personOf(caller), { via: "app", revision });
  if (!result.ok) return { ok: false, message: `Nothing was decided: ${result.message}.` };
  const same = "with exactly the same arguments";
  const message =
    verdict === "approve"
      ? `Approved. Make the same call of \`${terms.tool}\` again now, ${same}: it runs once.`
      : `Denied. Do not call \`${terms.tool}\` again ${same}.`;
  return { ok: true, message };
}

function readClick(input: unknown): Click | undefined {
  if (!isObject(input) || Object.keys(input).length !== names.length) return undefined;
  const { approval, secret, verdict } = input;
  if (typeof approval !== "string" || !idPattern.test(approval) || typeof secret !== "string")
    return undefined;
  return verdict === "approve" || verdict === "deny" ? { approval, secret, verdict } : undefined;
}

/** The secret is for one approval as it was shown: for its call, its contract, its plan and its revision. */
function textOf({ id, revision = 0, terms }: ReviewedApproval, nonce: string): string {
  return JSON.stringify(["app", nonce, id, revision, Object.entries(terms).toSorted()]);
}

const nonceDigits = 32;

/** Whether the secret is the approval's and was not used before. */
async function useUp(
  { seal, store }: AppParts,
  approval: ReviewedApproval,
  secret: string,
): Promise<boolean> {
  const [nonce, code] = [secret.slice(0, nonceDigits), Buffer.from(secret.slice(nonceDigits))];
  const isOwn = seal.blinds(textOf(approval, nonce)).some((each) => {
    const wanted = Buffer.from(each);
    return wanted.length === code.length && timingSafeEqual(wanted, code);
  });
  return isOwn && store.insert(`app-click:${nonce}`, true, new Date(approval.createdAt + rememberedMs));
}

/** A caller's refusals in an hour that are put on record; each is counted. */
const maxOnRecord = 100;
const hourMs = 60 * 60_000;

/** A call that is no click. Whoever makes it learns nothing, also not whether the approval exists. */
async function refuse(
  { now, seal, store, trail }: AppParts,
  caller: Principal | undefined,
  approval: ReviewedApproval | undefined,
): ReturnType<ApprovalApp["decide"]> {
  await store.increment(refusedKey, 1, never);
  const window = `app-refused:${seal.blind(caller ? identityOf(caller) : "")}`;
  const { value } = await store.increment(window, 1, new Date((await now()).getTime() + hourMs));
  if (value <= maxOnRecord) await trail.refused(caller, approval ?? decideName);
  return { ok: false, message: refusal };
}

/** The person for whom the caller acts, as the client says by passing a click on. */
function personOf(caller: Principal): Reviewer {
  return { principal: { ...caller, kind: "user" } };
}

/** The caller's own approval, if it waits for one click of the caller's person. */
async function ownApproval(
  parts: AppParts,
  id: string,
  caller: Principal | undefined,
): Promise<ReviewedApproval | undefined> {
  const approval = caller && (await parts.desk.get(id, personOf(caller)));
  if (!approval || approval.terms.principal !== identityOf(caller)) return undefined;
  const { edited, identifies, objection, rules, shown, state, terms } = approval;
  const contract = parts.tools.find(({ name }) => name === terms.tool);
  const needsMore = identifies || objection || edited || rules.logIn || shown.phrase !== undefined;
  if (state !== "pending" || needsMore || shown.isSecret || rules.approvers > 1) return undefined;
  const isFit = rules.approver === "self" && isUpTo(parts, shown.riskLevel);
  return contract && isFit && isInChat(parts, contract) ? approval : undefined;
}

/** Whether some calls of the tool can be approved in the chat. What a contract sends to the inbox by name stays there. */
function isInChat(parts: AppParts, tool: ToolContract): boolean {
  const variants = variantsOf(tool);
  return (
    variants.every(({ confirmation }) => rulesOf(confirmation).by !== "inbox") &&
    variants.some(
      (each) =>
        serverAsks(each) !== "never" && isUpTo(parts, each.riskLevel) && approvalTerms(each).by === "either",
    )
  );
}

function isUpTo({ upTo }: AppParts, level: RiskLevel): boolean {
  return riskLevels.indexOf(level) <= riskLevels.indexOf(upTo);
}
