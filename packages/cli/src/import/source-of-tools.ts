import type { ForeignList, HttpApi } from "@proviso/compiler/import";

/** The original server, as a generated project reaches it. `folder`: where the command runs, relative to the project. */
export type Upstream =
  | { readonly command: readonly string[]; readonly folder: string }
  | { readonly url: string };

/** A list of tools, with what the handlers of an imported project need to run them. */
export interface SourceOfTools extends ForeignList {
  /** Set if the tools are operations of an HTTP API. */
  readonly api?: HttpApi;
  /** Set if the tools were listed by a server that can be called. */
  readonly upstream?: Upstream;
}
