import type { Json } from "@proviso/manifest";
import { valueAt } from "@proviso/manifest/question";
import { type AuditEntry, skeletonOf } from "@proviso/server/extension";
import type { Approval } from "../api/approval.ts";
import type { CallHistory } from "../api/approval-desk.ts";

export interface SaidText {
  readonly path: readonly string[];
  readonly text: string;
  readonly isAccount: boolean;
}

export type Said = Pick<Approval["shown"], "input" | "sentence">;

/** The texts in the sentence, such as a payee; which of them are bank accounts. Not times, which are seldom equal, and not the currency beside an amount. */
export function textsIn({ input, sentence }: Said): readonly SaidText[] {
  return (sentence?.parts ?? []).flatMap((part) => {
    const [path] = part.kind === "value" ? part.shows : [];
    const text = path && valueAt(input, path);
    if (!path || typeof text !== "string" || /^\d{4}-\d\d-\d\d/.test(text)) return [];
    const isAccount = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(accountOf(text));
    return [{ path, text, isAccount }];
  });
}

function accountOf(text: string): string {
  return text.normalize("NFKC").replaceAll(/\s/g, "").toUpperCase();
}

/** Whether a reader takes two texts for one: they differ in case, spaces, marks or similar letters, if at all. */
export function isAlike(one: Json | undefined, other: string): boolean {
  if (one === other) return true;
  return typeof one === "string" && skeletonOf(other) !== "" && skeletonOf(one) === skeletonOf(other);
}

/**
 * The account of a call whose other texts, such as the payee, are those of earlier calls, or nearly, if none of these had this account.
 * `done`: the calls of this tool for this tenant that may have acted, as on record.
 */
export function otherAccount(shown: Said, done: readonly AuditEntry[]): CallHistory["otherAccount"] {
  const texts = textsIn(shown);
  const at = ({ input }: AuditEntry, path: readonly string[]): Json | undefined =>
    input === undefined ? undefined : valueAt(input, path);
  for (const account of texts.filter(({ isAccount }) => isAccount)) {
    const isSame = (entry: AuditEntry): boolean => {
      const known = at(entry, account.path);
      return typeof known === "string" && accountOf(known) === accountOf(account.text);
    };
    const alike = texts
      .filter(({ isAccount }) => !isAccount)
      .map(({ path, text }) => ({
        of: path.join("."),
        calls: done.filter((entry) => isAlike(at(entry, path), text)),
        isKnown: done.some((entry) => at(entry, path) === text),
      }))
      .filter(({ calls }) => calls.length > 0 && !calls.some(isSame));
    if (alike.length > 0)
      return {
        account: account.path.join("."),
        of: alike.map(({ of }) => of),
        ...(!alike.some(({ isKnown }) => isKnown) && { isNearly: true as const }),
      };
  }
  return undefined;
}

const dayMs = 24 * 60 * 60_000;

/** The last call within a day that moved the same amount to the same account. Its texts are told to those who see its caller's call. */
export function samePayment(
  { asker, createdAt, shown }: Pick<Approval, "asker" | "createdAt" | "shown">,
  done: readonly AuditEntry[],
): CallHistory["repeat"] {
  const { input, sentence } = shown;
  const [texts, parts] = [textsIn(shown), sentence?.parts ?? []];
  const amounts = parts.flatMap((part) =>
    part.kind === "value" && /^-?[A-Z]{3} \d/.test(part.text) ? part.shows : [],
  );
  const accounts = texts.filter(({ isAccount }) => isAccount);
  if (amounts.length === 0 || accounts.length === 0) return undefined;
  const last = done.findLast(
    ({ input: earlier, time }) =>
      earlier !== undefined &&
      Date.parse(time) > createdAt - dayMs &&
      amounts.every((path) => valueAt(earlier, path) === valueAt(input, path)) &&
      accounts.every(({ path, text }) => accountOf(String(valueAt(earlier, path))) === accountOf(text)),
  );
  if (!last) return undefined;
  const others = texts.flatMap(({ path, text }): (readonly [string, string])[] => {
    const earlier = valueAt(last.input ?? null, path);
    const isTold = typeof earlier === "string" && earlier !== text && last.principal?.id === asker.id;
    return isTold ? [[path.join("."), earlier]] : [];
  });
  return { at: Date.parse(last.time), others };
}
