import type { Waiver } from "@proviso/changes";
import type { CompileOptions, ContextBudget, Span } from "@proviso/compiler";
import type { EmitOptions, ImportEnding, PackageAccess } from "@proviso/emitters";
import type { EmitterName, Layout } from "@proviso/emitters/names";

/** The configuration. Folders are relative to `proviso.yaml`, with `/` between their parts. */
export interface Config {
  readonly product: string;
  readonly contracts: LocatedSetting<readonly string[]>;
  readonly wireNames: EmitOptions["wireNames"];
  readonly layout: Layout;
  /** The ending of relative imports in generated code; if it is absent, the project's tsconfig.json decides. */
  readonly importEnding?: ImportEnding;
  /** Absent in the layout `folders`. */
  readonly packages?: PackagesConfig;
  readonly outputs: readonly Output[];
  /** Where handler stubs are written once. */
  readonly handlers?: LocatedSetting<string>;
  /** A folder of `NAME.hbs` that replace the built-in Markdown templates. */
  readonly templates?: LocatedSetting<string>;
  /** What `proviso dev` runs. */
  readonly dev?: { readonly package: LocatedSetting<string> };
  /** The site that `proviso docs` makes. */
  readonly docs?: SiteConfig;
  readonly rules: NonNullable<CompileOptions["rules"]>;
  /** How many characters of JSON one tool, and the list of all tools, may have. */
  readonly contextBudget: ContextBudget;
  /** What callers may hold together, by a name. */
  readonly roles: Roles;
  /** Changes that `proviso diff` does not fail on. */
  readonly waivers: readonly LocatedSetting<Waiver>[];
}

/** Named sets of permissions. */
export type Roles = Readonly<Record<string, readonly LocatedSetting<string>[]>>;

export interface SiteConfig {
  readonly title?: string;
  readonly logo?: LocatedSetting<string>;
  /** `#0b6e4f` */
  readonly accent?: string;
  /** `https://docs.example.com` */
  readonly url?: string;
  /** With `/` at both ends. */
  readonly base?: string;
  readonly pages?: LocatedSetting<string>;
  readonly verified?: LocatedSetting<string>;
  readonly ledger?: LocatedSetting<string>;
  readonly used?: LocatedSetting<string>;
  readonly holders?: LocatedSetting<string>;
}

export interface PackagesConfig {
  /** The npm scope of the generated packages, with its `@`. */
  readonly scope: string;
  /** An SPDX expression. */
  readonly license: string;
  /** Who may install them from a registry. */
  readonly access: PackageAccess;
}

export interface Output {
  readonly emitter: EmitterName;
  readonly folder: string;
  readonly span: Span;
}

export interface LocatedSetting<Value> {
  readonly value: Value;
  readonly span: Span;
}
