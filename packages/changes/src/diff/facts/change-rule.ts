import type { Manifest, ToolContract } from "@proviso/manifest";
import storedExamples from "./change-examples.json" with { type: "json" };
import type { FoundChange, Verdicts } from "./change.ts";

/** One kind of change that a rule can find. */
export interface ChangeKind extends Verdicts {
  /** What it means, in one sentence for the site. */
  readonly means: string;
  /**
   * The kind of the same change made backwards. The kind itself if its direction cannot be decided,
   * in which case it counts as loosened, or does not matter.
   */
  readonly reverse: string;
}

export type Kinds = Readonly<Record<string, ChangeKind>>;

/** Lines of a contract before and after, with the change that they cause. A test compiles and compares them, also in reverse. */
export interface ChangeExample {
  readonly id: string;
  readonly path: string;
  readonly before: ContractLines;
  readonly after: ContractLines;
  /** Lines before the tools, before and after: declared types, failures. */
  readonly headers?: readonly [string, string];
  /** Further tools of both sides, by verb, that find out what became of a call. */
  readonly readers?: Readonly<Record<string, ContractLines>>;
  /** What `proviso.yaml` says, before and after. */
  readonly products?: readonly [ProductLines, ProductLines];
}

export type ProductLines = Partial<Pick<Manifest, "product" | "wireNames">>;

/** Fields of a tool as YAML. `null` leaves one out. */
export type ContractLines = Readonly<Record<string, string | null>>;

interface RuleBase {
  readonly name: string;
  /** What it compares, in one sentence for the site. */
  readonly summary: string;
  readonly kinds: Kinds;
  /** From `change-examples.json`. */
  readonly examples: readonly ChangeExample[];
}

/** Compares one clause of a tool that both manifests have. */
export interface ClauseRule extends RuleBase {
  readonly scope: "clause";
  readonly find: (before: ToolContract, after: ToolContract) => readonly FoundChange[];
}

/** Tools of two manifests. One side is absent if the tool was added or removed. */
export interface ToolPair {
  readonly before: ToolContract | undefined;
  readonly after: ToolContract | undefined;
}

/** Looks at whether there is such a tool, and at its names. */
export interface PresenceRule extends RuleBase {
  readonly scope: "tool";
  readonly find: (pair: ToolPair, manifests: Manifests) => readonly FoundChange[];
}

export interface Manifests {
  readonly before: Manifest;
  readonly after: Manifest;
}

/** Compares what belongs to no tool. */
export interface ProductRule extends RuleBase {
  readonly scope: "product";
  readonly find: (manifests: Manifests) => readonly FoundChange[];
}

export type ChangeRule = ClauseRule | PresenceRule | ProductRule;

type Written<Rule extends ChangeRule> = Omit<Rule, "scope" | "examples">;

export function clauseRule(rule: Written<ClauseRule>): ClauseRule {
  return { ...rule, scope: "clause", examples: examplesOf(rule.name) };
}

export function presenceRule(rule: Written<PresenceRule>): PresenceRule {
  return { ...rule, scope: "tool", examples: examplesOf(rule.name) };
}

export function productRule(rule: Written<ProductRule>): ProductRule {
  return { ...rule, scope: "product", examples: examplesOf(rule.name) };
}

const examples: Readonly<Record<string, readonly unknown[]>> = storedExamples;

function examplesOf(name: string): readonly ChangeExample[] {
  const found = examples[name];
  if (!found) throw new Error(`\`change-examples.json\` has no example of \`${name}\``);
  return found as readonly ChangeExample[];
}
