import { effectiveContract } from "@proviso/manifest";
import type { JsonObject, ToolContract } from "@proviso/manifest";
import type { Subject } from "../tool/subject.ts";

type Choose = (input: JsonObject) => number | undefined;

const choosers = new WeakMap<ToolContract, Promise<Choose>>();

/**
 * What decisions about one call rest on. Which refinement of a pinned contract applies is decided here, by the pinned
 * conditions over the input that will be sent: the server's word is not needed for it, and would not be taken. Where it
 * cannot be decided, the tool as written is the worst case.
 */
export async function refine(subject: Subject, input: JsonObject): Promise<Subject> {
  if ("kind" in subject || !subject.refinements) return subject;
  const choose = await chooserFor(subject).catch(() => undefined);
  const position = choose?.(input);
  return position === undefined ? subject : effectiveContract(subject, subject.refinements[position]);
}

/** CEL is loaded for contracts that need it, and for no others. */
function chooserFor(contract: ToolContract): Promise<Choose> {
  const known = choosers.get(contract);
  if (known) return known;
  const made = import("@proviso/manifest/condition").then(({ refinementChooser }) =>
    refinementChooser(contract),
  );
  choosers.set(contract, made);
  return made;
}
