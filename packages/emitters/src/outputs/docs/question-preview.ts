import { conditionLibrary, sha256Hex, type ToolModel, toContract } from "@proviso/compiler";
import {
  allowanceText,
  approvalPhrase,
  approvalTerms,
  asksForPhrase,
  budgetAmount,
  canonicalJson,
  effectiveContract,
  isObject,
  type Json,
  type JsonObject,
  planSchema,
  serverAsks,
  spokenName,
  type ToolContract,
  withDefaults,
} from "@proviso/manifest";
import { questionText } from "@proviso/manifest/question";
import { exampleValue } from "./example-value.ts";

/** What the server's question cannot know before there is a call. */
const madeUp = { caller: { kind: "agent", id: "example" } };

/** The defaults of the server (`approvalMs`) and of the inbox (`waitMs`). */
function openUntil(contract: ToolContract): string {
  const { by } = approvalTerms(contract);
  if (by === "inbox") return "an hour after it was asked, by default";
  return `five minutes after it was asked${by === "either" ? " in the client; an hour in the inbox" : ""}`;
}

/**
 * The question that a person would see for the first of these inputs about which the server asks.
 * The server makes its question with the same function.
 */
export function questionPreview(tool: ToolModel, inputs: readonly JsonObject[]): string | undefined {
  const contract = toContract(tool);
  const { refinements } = contract;
  const chosen = refinements?.length ? conditionLibrary().refinementChooser(contract) : () => undefined;
  for (const input of inputs) {
    const position = chosen(input);
    const effective = effectiveContract(
      contract,
      position === undefined ? undefined : refinements?.[position],
    );
    if (serverAsks(effective) !== "never") return questionAbout(effective, input);
  }
  return undefined;
}

function questionAbout(contract: ToolContract, given: JsonObject): string | undefined {
  const filled = ordered(withDefaults(contract.inputSchema, given) as JsonObject);
  const { budget } = contract;
  const amount = budget && budgetAmount(budget, filled);
  // The page shows the first call within the budget.
  const allowance =
    budget && amount !== undefined
      ? allowanceText(budget, amount, { total: 0, held: 0 }, { ...contract, input: filled })
      : undefined;
  const plan = contract.dryRun && planFor(contract.dryRun.preview);
  return questionText(
    {
      ...madeUp,
      until: openUntil(contract),
      contract,
      input: filled,
      ...(plan && { plan }),
      ...(allowance !== undefined && { allowance }),
      ...(asksForPhrase(contract) && { phrase: approvalPhrase(spokenName(contract), fingerprint(filled)) }),
    },
    fingerprint,
  );
}

/** What a handler alone can say is left out: an example without warnings would say that there are none. */
function planFor(preview: JsonObject): JsonObject | undefined {
  const made = exampleValue(planSchema(preview));
  if (!isObject(made)) return undefined;
  const left = new Set(["warnings", "missingPermissions", "expectedSideEffects", "estimatedDurationMs"]);
  return ordered(Object.fromEntries(Object.entries(made).filter(([name]) => !left.has(name))));
}

/** Keys are in the order in which the server shows them. */
function ordered(value: JsonObject): JsonObject {
  return JSON.parse(canonicalJson(value)) as JsonObject;
}

/** As in the server. */
function fingerprint(value: Json): string {
  return sha256Hex(canonicalJson(value));
}
