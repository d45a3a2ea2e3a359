import { html, type Content, type Html } from "@proviso/manifest";
import type { Approval } from "../api/approval.ts";
import type { CallHistory, SeenText } from "../api/approval-desk.ts";
import { shownText } from "../values/shown-text.ts";
import { freshTexts } from "./news-of-call.ts";
import { shownTime } from "./describe-approval.ts";
import { valueText } from "./term-sentences.ts";

function names(texts: readonly (string | Pick<SeenText, "name">)[]): readonly Html[] {
  return texts.map(
    (each, index) =>
      html`${index > 0 ? ", " : ""}<code>${typeof each === "string" ? each : each.name}</code>`,
  );
}

/** What is new about the texts in the sentence, and what is not. */
export function news(
  { alsoOpen, alsoOtherAccount, otherAccount, repeat, since, values }: CallHistory,
  { createdAt }: Pick<Approval, "createdAt">,
): Content {
  if (values.length === 0) return "";
  const from = since === undefined ? "" : html`, in the records since ${shownTime(since)}`;
  const fresh = freshTexts(values);
  const nearly = fresh.filter(({ isNearly }) => isNearly);
  const again = alsoOpen ? [] : values.filter(({ waiting }) => waiting !== undefined);
  const isKnown = values.some(({ count, waiting }) => count > 0 || waiting);
  if (fresh.length === 0 && !isKnown && !otherAccount && !alsoOtherAccount && !repeat && !alsoOpen) return "";
  return html`<ul class="news" aria-label="What is new">
    ${otherAccount ? accountText(otherAccount, values, from) : ""}
    ${alsoOtherAccount ? openAccountText(alsoOtherAccount) : ""}
    ${repeat ? sameText(repeat, ranWhen(repeat.at, createdAt)) : ""}
    ${alsoOpen ? sameText(alsoOpen, "is in another call too, which waits or is approved, asked for") : ""}
    ${fresh.length > 0 ? html`<li><strong class="warning">First time</strong> with this ${names(fresh)}${from || " in the whole audit trail"}${nearly.length > 0 ? html`. <strong class="warning">Earlier calls had nearly this ${names(nearly)}</strong>` : ""}</li>` : ""}
    ${values.map((seen) => seenText(seen, values))}
    ${
      again.length === 0
        ? ""
        : html`<li>
            <strong class="warning">Another call with this ${names(again)} waits or is approved</strong>
          </li>`
    }
  </ul>`;
}

function accountText(
  { account, of }: NonNullable<CallHistory["otherAccount"]>,
  values: CallHistory["values"],
  from: Content,
): Html {
  const known = of.filter((name) => values.some((each) => each.name === name && each.count > 0));
  const near = of.filter((name) => !known.includes(name));
  const isNear = near.length > 0;
  return html`<li class="warning">
    <strong
      >${isNear ? html`Nearly the ${names(near)} of an earlier call, but another account.` : "Another account than before."}</strong
    >
    All earlier calls with
    ${isNear ? html`such a ${names(near)}` : ""}${isNear && known.length > 0 ? ", and with " : ""}${known.length > 0 ? html`this ${names(known)}` : ""}
    had another <code>${account}</code>${from}. Ask whom you know there, not the agent, before you approve.
  </li>`;
}

function openAccountText({ account, of }: NonNullable<CallHistory["otherAccount"]>): Html {
  return html`<li class="warning">
    <strong>Another call with this ${names(of)}, or nearly this, has another <code>${account}</code>.</strong>
    It waits or is approved. Ask whom you know there which account is right, before you approve either.
  </li>`;
}

function ranWhen(at: number, createdAt: number): string {
  const minutes = Math.round((createdAt - at) / 60_000);
  return minutes < 0 ? "ran while this one waited," : `ran ${minutes} min before this one,`;
}

function sameText({ at, others }: NonNullable<CallHistory["repeat"]>, what: string): Html {
  return html`<li class="warning">
    <strong>The same amount to the same account</strong> ${what}
    ${shownTime(at)}${others.map(([name, text]) => html`; its <code>${name}</code>: ${shownText(valueText(text))}`)}
  </li>`;
}

function seenText(
  { name, count, isAccount, lastAt, isUnique, unknown }: SeenText,
  values: CallHistory["values"],
): Content {
  if (lastAt === undefined) return "";
  const texts = values.filter((each) => !each.isAccount && !each.isUnique);
  const otherwise = texts.filter((each) => isAccount && each.count === 0);
  // With one of its texts as before, another invoice to the same payee differs in its number.
  const tone = otherwise.length === texts.length ? "warning" : "";
  return html`<li>
    ${count === 1 ? "One earlier call" : `${count} earlier calls`} had this <code>${name}</code>, last
    ${shownTime(lastAt)}${otherwise.length > 0 ? html`, <strong class="${tone}">with another ${names(otherwise)}</strong>` : ""}${isUnique ? html`. <strong class="warning">No other <code>${name}</code> was in two calls</strong>` : ""}${unknown === undefined ? "" : html`. <strong class="warning">Of ${unknown}, nobody knows whether they acted</strong>`}
  </li>`;
}
