import type { ApprovalChannel, ApproverKind, EffectKind } from "@proviso/manifest";
import type { Span } from "../report/source.ts";
import type { WrittenText } from "../syntax/written-text.ts";

/** A value and the span of its text. */
export interface Located<T> {
  readonly value: T;
  readonly span: Span;
}

/** An entry of a map whose keys are names that the author chose. */
export interface Named<T> {
  readonly name: string;
  readonly nameSpan: Span;
  readonly value: T;
}

/** The correct fields of a map. `whole` is false if a field was wrong, which has been reported. */
export interface Decoded<T> {
  readonly fields: Partial<T>;
  readonly keys: Readonly<Record<string, Span>>;
  readonly whole: boolean;
  readonly span: Span;
}

/** A CEL expression as the author wrote it. */
export type WrittenCondition = WrittenText;

export type WrittenGate =
  | { readonly kind: "never" }
  | { readonly kind: "always" }
  | { readonly kind: "when"; readonly condition: WrittenCondition };

/** Who approves and where, as far as it is stated. */
export interface WrittenApprovers {
  readonly by?: Located<ApprovalChannel>;
  readonly approver?: Located<ApproverKind>;
  readonly approvers?: Located<number>;
  readonly from?: Located<string>;
  readonly edit?: readonly Located<string>[];
  readonly together?: Located<number>;
}

export type WrittenConfirmation = WrittenApprovers & WrittenGate;

export type WrittenStepUp = {
  readonly maxAgeMs?: number;
  readonly acr?: string;
  readonly reason?: string;
} & WrittenGate;

export interface WrittenEffect {
  readonly kind: EffectKind;
  readonly description: string;
  readonly reversible?: boolean;
}
