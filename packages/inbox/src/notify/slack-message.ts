import { escapeText, type Json } from "@proviso/manifest";
import { realmText } from "@proviso/server/extension";
import type { Approval } from "../api/approval.ts";
import { approveText } from "../values/set-calls.ts";
import type { ApprovalNotice } from "../api/approval-notice.ts";

/** Characters in a text block of Slack's. */
const longestBlock = 3000;
const longestHeader = 150;
/** `&amp;` */
const longestEntity = 5;
/** Larger arguments are read on the page. */
const maxShown = 1000;
const longestList = 20;

/** Blocks of plain text, in which Slack reads no markup, mentions or links. With `proof` people can decide by buttons. */
export function slackBlocks(notice: ApprovalNotice, proof: string | undefined): readonly object[] {
  const { approval, summary, title, url } = notice;
  const isOpen = approval.state === "pending";
  const isDecidedHere = isOpen && proof !== undefined && isForSlack(approval);
  const buttons = [
    ...(isDecidedHere ? [decideButton("approve", notice, proof), decideButton("deny", notice, proof)] : []),
    ...(url === undefined
      ? []
      : [{ type: "button", action_id: "open", text: plainText("Open the page"), url }]),
  ];
  return [
    { type: "header", text: plainText(cut(escapeText(title), longestHeader)) },
    ...(summary === undefined ? [] : [section(cut(summary, longestBlock))]),
    section(stateOf(approval)),
    ...(isDecidedHere ? question(approval) : []),
    ...(isOpen && !isDecidedHere ? [section("What it would do is read, and decided, on its page.")] : []),
    ...(buttons.length > 0 ? [{ type: "actions", elements: buttons }] : []),
  ];
}

/** Whether people may decide here: the message holds every value in full, none of them is secret, and a yes is enough. */
export function isForSlack({ shown: { input, isSecret, phrase, plan } }: Approval): boolean {
  if (phrase !== undefined || isSecret === true) return false;
  return [input, plan ?? {}].every((value) => isSmall(value) && latinText.test(JSON.stringify(value)));
}

/**
 * Letters of other scripts can look like those of this one, marks can strike them out, and Slack may show `&lt;` as `<`: the page
 * shows which they are.
 */
const latinText = /^(?:(?![&<>])[ -~£€À-ÖØ-öø-ſ])*$/;

function isSmall(value: Json): boolean {
  return escapeText(JSON.stringify(value)).length <= maxShown && hasShortLists(value);
}

function hasShortLists(value: Json): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value) && value.length > longestList) return false;
  return Object.values(value).every((each) => each === undefined || hasShortLists(each));
}

function question({ shown: { message } }: Approval): readonly object[] {
  const parts = message.match(new RegExp(`[^]{1,${longestBlock / longestEntity}}`, "gu")) ?? [];
  return parts.map(section);
}

function stateOf({ asker, decisions, expiresAt, mandate, rules, shown, state, terms }: Approval): string {
  const who = escapeText(asker.name ?? asker.id);
  const yes = decisions.filter(({ verdict }) => verdict === "approve").length;
  const many = rules.approvers > 1 ? ` (${yes} of ${rules.approvers} approvals)` : "";
  const last = decisions.at(-1);
  const by = last ? ` Last decided by ${escapeText(last.by.name ?? last.by.id)}.` : "";
  const asks = `${asker.kind === "agent" ? `An agent of ${who}` : who} asks for ${terms.tool}, ${shown.riskLevel} risk, in ${realmText(terms)}.`;
  const until = `until ${new Date(expiresAt).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  if (mandate)
    return `${asks} Nobody was asked: it was approved beforehand (use ${mandate.use} of ${mandate.of}), and has begun.`;
  return state === "pending"
    ? `${asks} It waits ${until}${many}.${by}`
    : `${asks} It is ${state === "consumed" ? "approved, and its call has begun" : state}${many}.${by}`;
}

function decideButton(verdict: "approve" | "deny", { approval, id }: ApprovalNotice, proof: string): object {
  const [text, style] = verdict === "approve" ? [approveText(approval.shown), "primary"] : ["Deny", "danger"];
  return { type: "button", action_id: verdict, value: `${id}.${proof}`, text: plainText(text), style };
}

function section(text: string): object {
  return { type: "section", text: plainText(text) };
}

function plainText(text: string): object {
  return { type: "plain_text", text: withEntities(text), emoji: false };
}

/** Slack wants these three as entities, and shows the characters. */
function withEntities(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** As much as fits with entities. */
function cut(text: string, longest: number): string {
  if (withEntities(text).length <= longest) return text;
  const characters = [...text];
  let shown = "";
  while (withEntities(`${shown}${characters[0] ?? ""}…`).length <= longest) shown += characters.shift() ?? "";
  return `${shown}…`;
}
