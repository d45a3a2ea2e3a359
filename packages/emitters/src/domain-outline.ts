import type { NamedTool } from "./names.ts";

/** What has to be known of every domain to name what it declares, as plain data. Forbidden tools do not occur. */
export interface DomainOutline {
  readonly name: string;
  readonly tools: readonly NamedTool[];
  /** Full names of the types that its tools reach, in whatever domain. */
  readonly reaches: readonly string[];
  /** Name to meaning of the permissions that it declares. */
  readonly permissions: Readonly<Record<string, string>>;
}
