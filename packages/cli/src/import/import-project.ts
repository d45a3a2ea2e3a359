import { existsSync, mkdirSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Diagnostic } from "@proviso/compiler";
import { domainName, type ForeignList, importTools, type ImportNote } from "@proviso/compiler/import";
import { configName } from "../disk/find-project.ts";
import { applyChanges, type FileChange } from "../disk/transaction.ts";
import { UsageError } from "../terminal/exit-codes.ts";
import { newConfig } from "./write-config.ts";

export interface ImportOptions {
  readonly product?: string;
  readonly out?: string;
  readonly domain?: string;
}

export interface ImportResult {
  /** Relative to the project. */
  readonly written: readonly string[];
  readonly tools: number;
  readonly notes: readonly ImportNote[];
  readonly errors: readonly Diagnostic[];
}

/** Writes a new project for the tools. */
export async function importProject(
  list: ForeignList,
  options: ImportOptions,
  cwd: string,
): Promise<ImportResult> {
  const folder = resolve(cwd, options.out ?? ".");
  const product = productOf(options);
  const domain = domainName(options.domain ?? product);
  if (domain === undefined) throw new UsageError("`--domain` takes a lower-case name such as `files`");
  const imported = importTools({
    tools: list.tools,
    product,
    domain,
    isOneDomain: options.domain !== undefined,
  });
  const changes: readonly FileChange[] = [
    { path: configName, text: newConfig(product) },
    ...imported.contracts,
  ];
  const taken = changes.find(({ path }) => existsSync(join(folder, path)));
  if (taken)
    throw new UsageError(`there is a ${taken.path} in ${folder} already; import into another folder`);
  mkdirSync(folder, { recursive: true });
  await applyChanges(realpathSync.native(folder), changes);
  return {
    written: changes.map(({ path }) => path),
    tools: list.tools.length,
    notes: [...list.notes, ...imported.notes],
    errors: imported.errors,
  };
}

function productOf({ product }: ImportOptions): string {
  if (product === undefined) throw new UsageError("name what the tools belong to: `--product NAME`");
  if (!/^[a-z][a-z0-9-]*$/.test(product))
    throw new UsageError(`\`--product\` takes a word such as \`filesystem\`, and not \`${product}\``);
  return product;
}
