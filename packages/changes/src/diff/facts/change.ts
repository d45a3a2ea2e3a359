import { sha256Hex } from "@proviso/compiler";
import { canonicalJson, type Json } from "@proviso/manifest";

/** For code that calls the tool. `dangerous`: it may behave otherwise, or what changed cannot be decided. */
export type CallersVerdict = "breaking" | "dangerous" | "safe";
/** For the people and systems that the contract protects. `loosened`: the tool is, or may be, less strict than before. */
export type SafetyVerdict = "loosened" | "tightened" | "unchanged";
/** Whether a model reads something else: names, titles, descriptions, schemas or hints. */
export type ModelVerdict = "changed" | "unchanged";

export interface Verdicts {
  readonly callers: CallersVerdict;
  readonly safety: SafetyVerdict;
  readonly model: ModelVerdict;
  /** Who reads the text that changed, if people decide by it: "people who approve a call". */
  readonly readers?: string;
}

/** One difference between two manifests. */
export interface Change extends Verdicts {
  /** The code of the change, such as `confirmation-loosened`. It never changes its meaning. */
  readonly id: string;
  /** `domain.verb` in the later manifest, or in the earlier one if the tool was removed; empty for a change of the product. */
  readonly tool: string;
  /** The place in the contract, such as `inputSchema.properties.amount.maximum`; empty for the tool itself. */
  readonly path: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  /** One sentence for a reviewer, names in backticks. */
  readonly message: string;
  /** 16 hex digits of the SHA-256 of `id`, `tool`, `path`, `before` and `after`. A waiver names it. */
  readonly fingerprint: string;
}

/** A change as a rule finds it; the verdicts follow from its id. */
export interface FoundChange {
  readonly id: string;
  readonly path: string;
  readonly before?: Json | undefined;
  readonly after?: Json | undefined;
  /** What happened, to be read after the name of the tool: "asks a person less often". */
  readonly says: string;
}

export function toChange(
  found: FoundChange,
  tool: string,
  { callers, safety, model, readers }: Verdicts,
): Change {
  const { id, path, before, after, says } = found;
  const message = tool === "" ? says : `\`${tool}\` ${says}`;
  const fingerprint = fingerprintOf({ id, tool, path, before, after });
  const verdicts = { callers, safety, model, ...(readers === undefined ? {} : { readers }) };
  return { id, tool, path, ...verdicts, before, after, message, fingerprint };
}

type Identity = Pick<Change, "id" | "tool" | "path" | "before" | "after">;

/** An absent value and `null` differ. */
function fingerprintOf({ id, tool, path, before, after }: Identity): string {
  const values = [before, after].map((value): Json => (value === undefined ? [] : [value]));
  return sha256Hex(canonicalJson([id, tool, path, ...values])).slice(0, 16);
}
