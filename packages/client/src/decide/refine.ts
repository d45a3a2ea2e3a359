import { effectiveContract } from "@proviso/manifest";
import type { JsonObject, ToolContract } from "@proviso/manifest";
import type { Subject } from "../tool/subject.ts";

type Choose = (input: JsonObject) => number | undefined;

const refinementChoosers = new WeakMap<ToolContract, Promise<Choose>>();

/**
 * The basis of decisions about one call. The refinement is selected here, by the pinned conditions over the input that will be
 * sent, without trusting the server. If a condition cannot be evaluated, the tool's own rules apply.
 */
export async function refineSubject(subject: Subject, input: JsonObject): Promise<Subject> {
  if ("kind" in subject || !subject.refinements) return subject;
  const choose = await refinementChooserFor(subject).catch(() => undefined);
  const position = choose?.(input);
  return position === undefined ? subject : effectiveContract(subject, subject.refinements[position]);
}

/** The guard loads CEL only for contracts that need it. */
function refinementChooserFor(contract: ToolContract): Promise<Choose> {
  const known = refinementChoosers.get(contract);
  if (known) return known;
  const made = import("@proviso/manifest/condition").then(({ refinementChooser }) =>
    refinementChooser(contract),
  );
  refinementChoosers.set(contract, made);
  return made;
}
