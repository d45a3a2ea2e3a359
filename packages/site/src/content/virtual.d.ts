/** The settings of the site that is built, as `siteConfig` got them. */
declare module "virtual:proviso-site" {
  export const title: string;
  /** The folder of the generated pages. */
  export const docs: string;
  /** The folder of the project whose tools are shown: its contracts are there. */
  export const project: string;
  /** Folders with pages. Of two pages with one address the later folder's is shown. */
  export const pages: readonly string[];
  /** How the claims of each tool were last tried, by its name over MCP. */
  export const tried: import("../project/read-tried.ts").TriedTools;
  /** How the clauses of each tool hold behind a gateway, by its name in the contract. */
  export const ledger: import("../project/read-ledger.ts").LedgerTools;
  /** What was called, by the name of the tool in its contract. Undefined if the site does not show it. */
  export const used: import("../project/read-used.ts").UsedTools | undefined;
  /** Who holds which permission. Undefined if the site does not show it. */
  export const holders: import("../project/read-holders.ts").Holders | undefined;
  /** What each tool adds to what a caller can do; none if the project's contracts have errors. */
  export const reaches: readonly import("@proviso/prove").ToolReach[];
  /** The guarantees that were proved when the site was built. */
  export const proofs: readonly import("proviso/proof-page").ProvedClaim[];
  /** The permissions of each role in `proviso.yaml`. */
  export const roles: Readonly<Record<string, readonly string[]>>;
  /** The contracts; undefined if the project's contracts have errors, or are not there. */
  export const manifest: import("@proviso/manifest").Manifest | undefined;
  /** Who last signed off which contract of a tool, by its name, as `proviso.lock` has it. */
  export const signed: Readonly<Record<string, import("proviso/proof-page").ProjectReach["signed"][string]>>;
}
