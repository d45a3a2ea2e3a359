/** What a tool is called in code: `emails.send_external` is the method `sendExternal`, its types begin with `SendExternal`. */
export interface ToolNames {
  readonly method: string;
  readonly type: string;
}

export interface NamedTool extends ToolNames {
  /** The full name, such as `emails.send_external`. */
  readonly name: string;
}

/** What has to be known of every domain to name what it declares, as plain data. Forbidden tools do not occur. */
export interface DomainOutline {
  readonly name: string;
  readonly tools: readonly NamedTool[];
  /** Full names of the types that its tools reach, in whatever domain. */
  readonly reaches: readonly string[];
  /** Name to meaning of the permissions that it declares. */
  readonly permissions: Readonly<Record<string, string>>;
}
