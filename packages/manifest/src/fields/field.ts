import type { JsonObject, ToolContract } from "../contract/contract.ts";

/** A field as authors write it: a row of the language's reference, and what editors show. */
export interface FieldText {
  readonly description: string;
  readonly enforcedBy: string;
  /** Whether every tool needs it. */
  readonly required?: true;
  /** What holds where it is not written. */
  readonly default?: string;
  /** Of a field that every tool needs that can be called: what is missing where it is not written. */
  readonly missing?: string;
  /** The rows of its own table, for a map with known fields. */
  readonly fields?: Readonly<Record<string, FieldText>>;
}

/** A field of a contract as data. What lists all fields derives from `contractFields`. */
export interface ContractField {
  readonly name: keyof ToolContract;
  /** The JSON Schema of its stored form; see `compactContract`. */
  readonly stored: JsonObject;
  readonly isOptional?: true;
  /** Decides who may call and who is asked. */
  readonly protects?: true;
  /** Of a condition of the gate: what the server does when it cannot be evaluated. */
  readonly whenUnclear?: string;
  /** By the name in YAML; empty for a field that is only derived. */
  readonly written: Readonly<Record<string, FieldText>>;
}
