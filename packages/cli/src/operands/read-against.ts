import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Json, Manifest } from "@proviso/manifest";
import { type ProjectPlace, configName, findProject, isFile } from "../disk/find-project.ts";
import { lookAtDisk } from "../incremental/stamped-disk.ts";
import { type Limits, listToolsAtUrl, listToolsOfProcess } from "../mcp/list-tools.ts";
import { UsageError } from "@proviso/terminal";
import { type OperandContracts, readServer, ShapeError, lockedManifest } from "@proviso/changes/stored";
import { type Operand, readOperand } from "./operand.ts";
import {
  holdsPackage,
  readInstalledPackage,
  readPackageFolder,
  readPackedFile,
  readPublishedPackage,
} from "./read-package.ts";
import { readProjectManifest, readRevision } from "./read-revision.ts";
import { lockFileOf, readLock } from "@proviso/changes/lock";
import { readLockFile } from "../lock/read-lock-file.ts";

export interface ReadAgainstOptions {
  readonly cwd: string;
  readonly place: ProjectPlace;
  readonly here: Manifest;
  /** Headers sent to a server that is named as operand by its URL. */
  readonly headers: readonly string[];
  /** Limits on the responses of a server that is named as operand. */
  readonly limits?: Limits;
}

/** The contracts that `--against` names. */
export async function readAgainst(text: string, options: ReadAgainstOptions): Promise<OperandContracts> {
  const operand = readOperand(text);
  if (options.headers.length > 0 && operand.kind !== "url")
    throw new UsageError("`--header` goes with a URL after `--against`");
  return readers[operand.kind](operand as never, options);
}

type Readers = {
  readonly [Kind in Operand["kind"]]: (
    operand: Extract<Operand, { readonly kind: Kind }>,
    options: ReadAgainstOptions,
  ) => Promise<OperandContracts>;
};

const readers: Readers = {
  lock: async (_operand, { place }) => readLockOperand(place),
  folder: async ({ path }, { cwd, place }) => readFolder(resolve(cwd, path), path, place.configFile),
  revision: async ({ revision }, { place }) => readRevision(place, revision),
  package: async ({ name, version }, { place: { root } }) =>
    version === undefined
      ? readInstalledPackage(root, name)
      : readPublishedPackage(root, `${name}@${version}`),
  process: async ({ command }, { cwd, here, limits }) =>
    readTools(await listToolsOfProcess(command, cwd, limits), here),
  url: async ({ url }, { here, headers, limits }) =>
    readTools(await listToolsAtUrl(url, headers, limits), here),
};

function readTools(listedTools: Json, here: Manifest): OperandContracts {
  try {
    return readServer(listedTools, here, "the server");
  } catch (error) {
    throw error instanceof ShapeError ? new UsageError(error.message) : error;
  }
}

/** A folder with a project or an unpacked package, or a packed package. */
async function readFolder(path: string, written: string, configFile: string): Promise<OperandContracts> {
  const from = `\`${written}\``;
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new UsageError(`there is no folder ${path}`);
  if (found.isFile() && path.endsWith(".tgz")) return readPackedFile(path, from);
  if (!found.isDirectory()) throw new UsageError(`${from} is no folder and no packed package (\`.tgz\`)`);
  const config = [configFile, configName].map((name) => join(path, name)).find(isFile);
  if (config !== undefined) {
    const place = await findProject(path, config);
    return readProjectManifest(place, lookAtDisk(place.root), from);
  }
  if (holdsPackage(path)) return readPackageFolder(path, from);
  throw new UsageError(
    `${from} holds no project (${configName}) and no package with contracts (manifest/index.json)`,
  );
}

/** The contracts that were accepted last. */
function readLockOperand({ root, configFile }: ProjectPlace): OperandContracts {
  const path = lockFileOf(configFile);
  const source = readLockFile(root, path);
  if (!source) throw new UsageError(`there is no ${path} in ${root}; \`proviso lock\` writes it`);
  const { lock, diagnostics } = readLock(source);
  const [first] = diagnostics;
  if (!lock || first)
    throw new UsageError(`${path}:${first?.span.line ?? 1}: ${first?.message ?? ""}; ${first?.hint ?? ""}`);
  try {
    return { manifest: lockedManifest(lock), knows: "all", notes: [] };
  } catch (error) {
    if (error instanceof ShapeError) throw new UsageError(`${path} cannot be compared: ${error.message}`);
    throw error;
  }
}
