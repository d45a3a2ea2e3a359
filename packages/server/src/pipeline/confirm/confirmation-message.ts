import { isObject, type Json, type JsonObject } from "@proviso/manifest";
import { inlineSentence, type Question, questionText, saidIn } from "@proviso/manifest/question";
import type { PlannedCall } from "../call/call.ts";
import type { Realm } from "../../api/approvals.ts";
import { fingerprint } from "../../canonical/fingerprint.ts";

/** Returns the question about this call; undefined if it is too long to show: nobody is asked. */
export function confirmationMessage(
  { allowance, tool, principal, input, planned, set }: PlannedCall,
  asked: {
    readonly realm: Realm;
    readonly expiresAt: Date;
    /** What has to be typed; absent if a yes is enough. */
    readonly phrase?: string | undefined;
    /** What is new about the call, in sentences. */
    readonly news?: readonly string[];
  },
): string | undefined {
  const { expiresAt, news = [], phrase, realm } = asked;
  const question = {
    news,
    contract: tool.contract,
    realm,
    caller: principal,
    input,
    ...(planned && (set ? withEveryCall(planned.plan) : { plan: planned.plan })),
    ...(phrase !== undefined && { phrase }),
    ...(allowance !== undefined && { allowance }),
    until: `${expiresAt.toISOString().slice(0, 16).replace("T", " ")} UTC`,
  };
  return questionText(question, fingerprint);
}

/** Every call of a set is shown: its sentence and what is foreseen first, and the rest by its number, where of another long list only the beginning is. */
function withEveryCall({ set, ...plan }: JsonObject): Pick<Question, "yes" | "plan"> {
  const { calls, sums } = isObject(set) ? set : {};
  const [rows, totals] = [rowsOf(calls), rowsOf(sums)];
  const shown = rows.map(({ call, tool, ...row }) => {
    // Of one tool, its sum has the name.
    const named = tool === undefined || totals.length === 1 ? row : { ...row, tool };
    return { call, ...withForeseen(String(call), named) };
  });
  const said = shown.flatMap(({ call, foreseen }, index) => [
    `${index + 1}. ${String(call)}`,
    ...foreseen.map((each) => `   - ${inlineSentence(each)}`),
  ]);
  const unsaid = shown.map(({ rest }) => rest);
  return {
    yes: [eachOnce, ...said],
    plan: { ...plan, ...numbered("sum", totals), ...numbered("call", unsaid) },
  };
}

/** What a call is to bring, if each of it fits into a line; then it is not said again with the rest. */
function withForeseen(
  sentence: string,
  { plan, ...row }: JsonObject,
): { readonly foreseen: readonly string[]; readonly rest: JsonObject } {
  const { expectedSideEffects: expected, ...fields } = isObject(plan) ? plan : {};
  const foreseen = Array.isArray(expected) ? expected.map(String) : [];
  if (foreseen.length === 0 || foreseen.some((each) => each.length > longestForeseen))
    return { foreseen: [], rest: plan === undefined ? row : { ...row, plan } };
  // In quotes is what the caller wrote.
  const isSaid = saidIn(foreseen, { ...row, quoted: sentence.match(/"(?:[^"\\]|\\.)*"/g) ?? [] });
  const unsaid = Object.entries(fields).filter(([name, each]) => !isSaid(each, name));
  return { foreseen, rest: { ...row, ...(unsaid.length > 0 && { plan: Object.fromEntries(unsaid) }) } };
}

const longestForeseen = 100;
const eachOnce =
  "A yes lets each of these calls run once, with exactly what is shown, and nothing else. In quotes in the numbered lines, and under `Arguments`: what the caller wrote. Nobody has checked it. What is foreseen of one call does not count the others.";

function rowsOf(list: Json | undefined): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function numbered(name: string, list: readonly JsonObject[]): JsonObject {
  const named = list.map((each, index) => [`${name}${index + 1}`, each] as const);
  return Object.fromEntries(named.filter(([, each]) => Object.keys(each).length > 0));
}
