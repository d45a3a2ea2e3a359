import type { JsonObject, ToolContract } from "../contract/contract.ts";

/** A field as authors write it: a row of the language's reference, and what editors show. */
export interface FieldText {
  readonly description: string;
  readonly enforcedBy: string;
  /** Whether every tool needs it. */
  readonly required?: true;
  /** What holds where it is not written. */
  readonly default?: string;
  /** What is missing where the field is not written, if every callable tool needs it. */
  readonly missing?: string;
  /** What its texts name: declarations of the project, or arguments of the tool. */
  readonly refersTo?: "permission" | "failure" | "tool" | "requirement" | "argument";
  /** What an editor shows of the tool at the field: who is asked, or the hints that follow. */
  readonly decides?: "asked" | "hints";
  /** Whether an import proposes it, and a person decides. */
  readonly isProposed?: true;
  /** What a person is asked about an imported tool that does not say it. */
  readonly question?: string;
  /** What it says otherwise in a refinement, where it may be written too. */
  readonly refined?: Pick<FieldText, "default"> & Partial<Pick<FieldText, "description" | "enforcedBy">>;
  /** The rows of its own table, for a map with known fields. */
  readonly fields?: Readonly<Record<string, FieldText>>;
}

/**
 * A field of a contract as data. What lists all fields derives from `contractFields`. A field
 * without a description is derived alone.
 */
export interface ContractField extends Partial<FieldText> {
  readonly name: keyof ToolContract;
  /** The JSON Schema of its stored form; see `compactContract`. */
  readonly stored: JsonObject;
  readonly isOptional?: true;
  /** Decides who may call and who is asked. */
  readonly protects?: true;
  /** Of a condition of the gate: what the server does when it cannot be evaluated. */
  readonly whenUnclear?: string;
  /** The name in YAML, if it is another one. */
  readonly writtenAs?: string;
  /** Further names in YAML that it follows from. */
  readonly alsoWritten?: Readonly<Record<string, FieldText>>;
}
