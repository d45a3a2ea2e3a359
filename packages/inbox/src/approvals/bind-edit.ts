import {
  approvalPhrase,
  asksForPhrase,
  spokenName,
  type JsonObject,
  type ToolContract,
} from "@proviso/manifest";
import { callSentence, questionText } from "@proviso/manifest/question";
import { fingerprint, loadSchemaChecks, type ShownCall } from "@proviso/server/extension";
import type { Approval } from "../api/approval.ts";

/** What a person is shown of the changed call. Without `shown` only the call itself can tell: it has to be made again. */
export type BoundEdit =
  | { readonly ok: true; readonly shown?: ShownCall }
  | { readonly ok: false; readonly problem: string };

/** Checks changed arguments alone. */
export async function fitEdit(
  input: JsonObject,
  { inputSchema }: Pick<Approval, "inputSchema">,
): Promise<BoundEdit> {
  const schemaChecks = await loadSchemaChecks();
  const [problem] = inputSchema ? schemaChecks()(() => inputSchema)(input) : [];
  return problem ? { ok: false, problem: `${problem.path || "the input"} ${problem.problem}` } : { ok: true };
}

/** Checks changed arguments and, if neither a plan nor the rules depend on them, puts them to the person. */
export async function bindEdit(
  { asker, expiresAt, shown, terms }: Approval,
  input: JsonObject,
  contract: ToolContract,
): Promise<BoundEdit> {
  const fits = await fitEdit(input, contract);
  if (!fits.ok) return fits;
  if (terms.planHash !== null || contract.dryRun || contract.refinements) return { ok: true };
  const until = `${new Date(expiresAt).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const message = questionText({ contract, realm: terms, caller: asker, input, until }, fingerprint);
  if (message === undefined) return { ok: true };
  const phrase = asksForPhrase(contract)
    ? { phrase: approvalPhrase(spokenName(contract), fingerprint(input)) }
    : {};
  const { allowance: _ofTheAmountBefore, ...kept } = shown;
  return {
    ok: true,
    shown: { ...kept, sentence: callSentence(contract, input), message, input, ...phrase },
  };
}
