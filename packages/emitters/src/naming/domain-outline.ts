/** A tool's names in code: `emails.send_external` has `sendExternal` and `SendExternal`. */
export interface CodeNames {
  readonly method: string;
  readonly type: string;
}

export interface NamedTool extends CodeNames {
  /** The full name of a tool, such as `emails.send_external`. */
  readonly name: string;
}

/** What naming needs to know of a domain, as plain data, without forbidden tools. */
export interface DomainOutline {
  readonly name: string;
  readonly tools: readonly NamedTool[];
  /** Full names of the types that its tools use, in any domain. */
  readonly reaches: readonly string[];
  /** Name to meaning of the permissions that it declares. */
  readonly permissions: Readonly<Record<string, string>>;
  /** The tools of which another one finds out unknown outcomes. */
  readonly reconciled: readonly { readonly name: string; readonly by: string }[];
}
