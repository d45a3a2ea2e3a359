import { type JsonObject, type ToolContract, effectiveContract } from "@proviso/manifest";
import type { Subject } from "../tool/subject.ts";

type Choose = (input: JsonObject) => number | undefined;

const refinementChoosers = new WeakMap<ToolContract, Promise<Choose>>();

/**
 * The basis of decisions about one call. The pinned conditions select the refinement by the input
 * that will be sent. If a condition cannot be evaluated, the tool's own rules apply.
 */
export async function refineSubject(subject: Subject, input: JsonObject): Promise<Subject> {
  // Stryker disable next-line ConditionalExpression, LogicalOperator, StringLiteral: saves a load
  if ("kind" in subject || !subject.refinements) return subject;
  const choose = await refinementChooserFor(subject).catch(() => undefined);
  // Stryker disable next-line OptionalChaining: no test can make our own module fail to load
  return effectiveContract(subject, subject.refinements[choose?.(input) ?? -1]);
}

/** The guard loads CEL only for contracts that need it. */
function refinementChooserFor(contract: ToolContract): Promise<Choose> {
  const chooser =
    refinementChoosers.get(contract) ??
    import("@proviso/manifest/condition").then(({ refinementChooser }) => refinementChooser(contract));
  // Stryker disable next-line CallExpression: a cache
  refinementChoosers.set(contract, chooser);
  return chooser;
}
