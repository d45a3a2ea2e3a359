/** The names and contract hashes that a server may use for a tool when it asks for confirmation. */
export interface AskedNames {
  readonly name: string;
  /** The name that a person sees and types. */
  readonly spoken: string;
  readonly hashes: readonly string[];
}
