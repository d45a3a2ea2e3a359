import { existsSync, mkdirSync, realpathSync } from "node:fs";
import { dirname, join, posix, resolve } from "node:path";
import type { Diagnostic } from "@proviso/compiler";
import {
  domainName,
  type ForeignTool,
  importAgain,
  type ImportChange,
  type Imported,
  type ImportNote,
  importTools,
} from "@proviso/compiler/import";
import { configName, findProject } from "../disk/find-project.ts";
import { applyChanges, type FileChange } from "../disk/transaction.ts";
import { lookAtDisk } from "../incremental/stamped-disk.ts";
import { readProject } from "../project/read-project.ts";
import { UsageError } from "@proviso/terminal";
import { fileTextAt } from "../disk/read-text.ts";
import { importRecordName, readRecord } from "./import-record.ts";
import { dataFile, hasHandlers, projectFiles } from "./project-files.ts";
import type { SourceOfTools } from "./source-of-tools.ts";

/** Where a project has it, as soon as `proviso` is installed there. */
const contractSchemaPath = "node_modules/proviso/schemas/contract.json";

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
  /** Present only if the project existed before. */
  readonly changes?: readonly ImportChange[];
  readonly errors: readonly Diagnostic[];
}

/** Creates a project for the tools, or updates the existing one. */
export async function importProject(
  given: SourceOfTools,
  options: ImportOptions,
  cwd: string,
): Promise<ImportResult> {
  const folder = resolve(cwd, options.out ?? ".");
  const isThere = existsSync(join(folder, configName));
  const list = isThere && !hasHandlers(folder, given) ? given : withFailures(given);
  const imported = isThere ? await importAgainInto(list, options, folder) : importAnew(list, options, folder);
  const { names, gone = [] } = imported;
  const record = { format: 1, names, tools: list.tools, ...(gone.length > 0 && { gone }) };
  const importRecord = `${JSON.stringify(record, null, 2)}\n`;
  // If no contract could be updated, the record of the previous import stays.
  const files = imported.isStopped ? [] : [...imported.files, { path: importRecordName, text: importRecord }];
  mkdirSync(folder, { recursive: true });
  const changes = files.filter(({ path, text }) => text !== fileTextAt(join(folder, path)));
  await applyChanges(realpathSync.native(folder), changes);
  return {
    written: changes.flatMap(({ path }) => (path === importRecordName ? [] : [path])),
    tools: list.tools.length,
    notes: [...list.notes, ...imported.notes],
    ...(imported.changes && { changes: imported.changes }),
    errors: imported.errors,
  };
}

interface ImportedFiles extends Pick<Imported, "notes" | "names" | "errors"> {
  readonly isStopped?: boolean;
  readonly files: readonly FileChange[];
  readonly changes?: readonly ImportChange[];
  readonly gone?: readonly ForeignTool[];
}

function importAnew(list: SourceOfTools, options: ImportOptions, folder: string): ImportedFiles {
  const product = productOf(options);
  const { contracts, notes, names, errors } = importTools(requestOf(list, product, options, "contracts"));
  const data = dataFile(list, names);
  const own = [{ path: configName, text: newConfig(product) }, ...contracts, data];
  const taken = own.find(({ path }) => existsSync(join(folder, path)));
  if (taken) throw new UsageError(`${folder} already has a ${taken.path}; import into another folder`);
  // Files that exist belong to somebody, and are kept.
  const code = projectFiles(product, list).filter(({ path }) => !existsSync(join(folder, path)));
  const files = [...own, ...code].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return { files, notes, names, errors };
}

async function importAgainInto(
  list: SourceOfTools,
  options: ImportOptions,
  folder: string,
): Promise<ImportedFiles> {
  const projectPlace = await findProject(folder, configName);
  const { config, contracts } = await readProject(projectPlace, lookAtDisk(projectPlace.root));
  if (!config) throw new UsageError(`${configName} in ${folder} has errors; \`proviso check\` shows them`);
  if (options.product !== undefined && options.product !== config.product)
    throw new UsageError(
      `${folder} holds the contracts of \`${config.product}\`, not of \`${options.product}\``,
    );
  const beside = dirname(contracts[0]?.path ?? "contracts/");
  const request = requestOf(list, config.product, options, beside);
  const imported = importAgain({ ...request, contracts, ...readRecord(folder) });
  const paths = new Set(contracts.map(({ path }) => path));
  const contractFiles = imported.contracts.map(({ path, text }) => ({
    path: paths.has(path) ? path : path.replace(/^contracts/, beside),
    text,
  }));
  // A project with handlers of its own has no such data.
  const all = { ...list, tools: [...list.tools, ...imported.gone] };
  const data = hasHandlers(folder, list) ? [dataFile(all, imported.names)] : [];
  const files = [...contractFiles, ...data];
  return { ...imported, files, isStopped: imported.errors.some(({ code }) => code.startsWith("parse/")) };
}

/** `beside` is the folder of the contracts. */
function requestOf({ tools }: SourceOfTools, product: string, options: ImportOptions, beside: string) {
  const domain = domainName(options.domain ?? product);
  if (domain === undefined) throw new UsageError("`--domain` must be a lower-case name such as `files`");
  const schema = posix.relative(beside, contractSchemaPath);
  return { tools, product, domain, isOneDomain: options.domain !== undefined, schema };
}

function productOf({ product }: ImportOptions): string {
  if (product === undefined)
    throw new UsageError("a new project needs the name of what the tools belong to: `--product NAME`");
  if (!/^[a-z][a-z0-9-]*$/.test(product))
    throw new UsageError(`\`--product\` must be a word such as \`filesystem\`, not \`${product}\``);
  return product;
}

/** How a call of the original server fails, as far as handlers that forward can tell. */
const toolFailed = { code: "tool_failed", description: "The original server reports that the tool failed." };

/**
 * The list with the failure that handlers declare for an error of the original server: of tools
 * that only read. Any other may have had its effect before, so its outcome is unknown.
 */
function withFailures(source: SourceOfTools): SourceOfTools {
  if (source.api) return source;
  const tools = source.tools.map((tool) =>
    tool.annotations.readOnlyHint === true && !tool.failures ? { ...tool, failures: [toolFailed] } : tool,
  );
  return { ...source, tools };
}

/** The configuration of an imported project, whose generated code is in its own package. */
function newConfig(product: string): string {
  return `# yaml-language-server: $schema=node_modules/proviso/schemas/project.json
# Contracts for the tools of ${product}, imported from its server. \`proviso todo\` says what is still to be decided.
proviso: 1
product: ${product}
contracts: [contracts/*.yaml]
# Generated code becomes folders of this package. \`proviso generate\` owns them; do not edit what is inside.
layout: folders
outputs:
  schemas: src/generated/schemas
  server: src/generated/server
  client: src/generated/client
`;
}
