import type { Json } from "@proviso/manifest";
import { valueAt } from "@proviso/manifest/question";
import { type AuditEntry, skeletonOf } from "@proviso/server/extension";
import type { Approval } from "../api/approval.ts";
import type { CallHistory } from "../api/approval-desk.ts";

type Said = Pick<Approval["shown"], "input" | "sentence">;
export type SaidText = { path: readonly string[]; name: string; text: string; isAccount: boolean };

/** The texts in the sentence, such as a payee; which of them are bank accounts. Not times, which are seldom equal, and not the currency beside an amount. */
export function textsIn({ input, sentence }: Said): readonly SaidText[] {
  return sentence.parts.flatMap((part) => {
    const [path] = part.kind === "value" ? part.shows : [];
    const text = path && valueAt(input, path);
    if (!path || typeof text !== "string" || /^\d{4}-\d\d-\d\d/.test(text)) return [];
    // Only the format `iban` of a summary puts spaces into a text. An account that is written in another way is one too.
    const isSpaced = text.length > 4 && part.text === `"${text.replaceAll(/.{4}(?=.)/g, "$& ")}"`;
    const isAccount = isSpaced || isIban(accountOf(text));
    return [{ path, name: path.join("."), text, isAccount }];
  });
}

function accountOf(text: Json | undefined): string {
  return String(text)
    .normalize("NFKC")
    .replaceAll(/[\s.-]/g, "")
    .toUpperCase();
}

/** By its check digits (ISO 13616). */
function isIban(written: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(written)) return false;
  const digits = [...written.slice(4), ...written.slice(0, 4)].map((each) => Number.parseInt(each, 36));
  return BigInt(digits.join("")) % 97n === 1n;
}

/** Whether a reader takes two texts for one: they differ in case, spaces, marks or similar letters, if at all. */
export function isAlike(one: Json | undefined, other: string): boolean {
  const isSeen = typeof one === "string" && skeletonOf(other) !== "";
  return one === other || (isSeen && skeletonOf(one) === skeletonOf(other));
}

const shortestName = 4;

/** Whether one text has the other in it, from the beginning of a word: `Papierhaus Nord` and `Papierhaus Nord GmbH`. */
export function isWithin(one: Json | undefined, other: string): boolean {
  if (typeof one !== "string") return false;
  const [short = "", long = ""] = [one, other]
    .map(
      (text) =>
        ` ${text
          .split(/[\s\p{P}]+/u)
          .map(skeletonOf)
          .join(" ")
          .trim()}`,
    )
    .toSorted((a, b) => a.length - b.length);
  // `Invoice 12` does not begin with `Invoice 1`.
  const end = /\d/.test(one + other) ? " " : "";
  return short.length > shortestName && `${long} `.includes(short + end);
}

/**
 * The account of a call whose other texts, such as the payee, are those of earlier calls, or nearly, if none of these had this account.
 * `done`: the calls of this tool for this tenant that may have acted, as on record, or those that are open.
 */
export function otherAccount(
  shown: Said,
  done: readonly Pick<AuditEntry, "input">[],
): CallHistory["otherAccount"] {
  const texts = textsIn(shown);
  const movedTo = ({ path: to, text: account }: SaidText): readonly string[] =>
    texts.flatMap(({ isAccount, name, path, text }) => {
      const like = (is: typeof isAlike) =>
        done.filter(({ input = null }) => !isAccount && is(valueAt(input, path), text));
      const same = like(isAlike);
      // The account of a longer name is none of this one's, as long as this one has its own.
      const alike = same.length > 0 ? same : like(isWithin);
      const isKnown = alike.some(({ input = null }) => accountOf(valueAt(input, to)) === accountOf(account));
      return alike.length === 0 || isKnown ? [] : [name];
    });
  const account = texts.find((each) => each.isAccount && movedTo(each).length > 0);
  return account && { account: account.name, of: movedTo(account) };
}

const dayMs = 24 * 60 * 60_000;

/** The last of these calls within a day with the same amount to the same account. Its texts are told if it has the same caller. */
export function samePayment(
  shown: Said,
  { id }: Pick<Approval["asker"], "id">,
  createdAt: number,
  done: readonly Pick<AuditEntry, "input" | "principal" | "time">[],
): CallHistory["repeat"] {
  const texts = textsIn(shown);
  const amounts = shown.sentence.parts.flatMap((part) =>
    part.kind === "value" && /^-?[A-Z]{3} \d/.test(part.text) ? part.shows : [],
  );
  const accounts = texts.filter(({ isAccount }) => isAccount);
  const last = done.findLast(
    ({ input = null, time }) =>
      Date.parse(time) > createdAt - dayMs &&
      amounts.every((path) => valueAt(input, path) === valueAt(shown.input, path)) &&
      accounts.every(({ path, text }) => accountOf(valueAt(input, path)) === accountOf(text)),
  );
  if (!last || amounts.length === 0 || accounts.length === 0) return undefined;
  const others = texts
    .map(({ name, path, text }) => ({ name, text, earlier: valueAt(last.input ?? null, path) }))
    .filter(({ earlier, text }) => last.principal?.id === id && earlier !== text);
  return { at: Date.parse(last.time), others: others.map(({ earlier, name }) => [name, String(earlier)]) };
}
