import type { Manifest, ToolContract } from "@proviso/manifest";
import storedExamples from "./change-examples.json" with { type: "json" };
import type { FoundChange, Verdicts } from "./change.ts";

/** One kind of change that a rule can find. */
export interface ChangeKind<Id extends string = string> extends Verdicts {
  /** What it means, in one sentence for the site. */
  readonly means: string;
  /**
   * The kind of the same change made backwards. The kind itself if its direction cannot be decided,
   * in which case it counts as loosened, or does not matter.
   */
  readonly reverse: Id;
}

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

interface RuleBase<Id extends string> {
  readonly name: string;
  /** What it compares, in one sentence for the site. */
  readonly summary: string;
  readonly kinds: Readonly<Record<Id, ChangeKind<NoInfer<Id>>>>;
  readonly examples: readonly ChangeExample[];
}

/** Compares one clause of a tool that both manifests have. */
export interface ClauseRule<Id extends string = string> extends RuleBase<Id> {
  readonly scope: "clause";
  readonly find: (before: ToolContract, after: ToolContract) => readonly FoundChange<NoInfer<Id>>[];
}

/** Tools of two manifests. One side is absent if the tool was added or removed. */
export interface ToolPair {
  readonly before: ToolContract | undefined;
  readonly after: ToolContract | undefined;
}

/** Looks at whether there is such a tool, and at its names. */
export interface PresenceRule<Id extends string = string> extends RuleBase<Id> {
  readonly scope: "tool";
  readonly find: (pair: ToolPair, manifests: Manifests) => readonly FoundChange<NoInfer<Id>>[];
}

export interface Manifests {
  readonly before: Manifest;
  readonly after: Manifest;
}

/** Compares what belongs to no tool. */
export interface ProductRule<Id extends string = string> extends RuleBase<Id> {
  readonly scope: "product";
  readonly find: (manifests: Manifests) => readonly FoundChange<NoInfer<Id>>[];
}

export type ChangeRule = ClauseRule | PresenceRule | ProductRule;

/** What a rule's file says of it. Its examples are in `change-examples.json`. */
export type WrittenRule<Rule extends ChangeRule> = Omit<Rule, "scope" | "examples">;

/** With these, an id that is not among the kinds of its rule does not compile. */
export function clauseRule<Id extends string>(rule: WrittenRule<ClauseRule<Id>>): ClauseRule<Id> {
  return { ...rule, scope: "clause", examples: examplesOf(rule.name) };
}

export function presenceRule<Id extends string>(rule: WrittenRule<PresenceRule<Id>>): PresenceRule<Id> {
  return { ...rule, scope: "tool", examples: examplesOf(rule.name) };
}

export function productRule<Id extends string>(rule: WrittenRule<ProductRule<Id>>): ProductRule<Id> {
  return { ...rule, scope: "product", examples: examplesOf(rule.name) };
}

const examples: Readonly<Record<string, readonly unknown[]>> = storedExamples;

function examplesOf(name: string): readonly ChangeExample[] {
  const found = examples[name];
  if (!found) throw new Error(`\`change-examples.json\` has no example of \`${name}\``);
  return found as readonly ChangeExample[];
}
