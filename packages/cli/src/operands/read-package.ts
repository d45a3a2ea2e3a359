import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { escapeText, isObject, type Json, type JsonObject, type Manifest } from "@proviso/manifest";
import { UsageError } from "@proviso/terminal";
import { type OperandContracts, readContracts, ShapeError } from "@proviso/changes/stored";
import { foldersUpFrom } from "../disk/package-json.ts";
import { runProgram } from "./run-program.ts";
import { type PackageFiles, readTarball } from "./tarball.ts";

const indexPath = "manifest/index.json";
const maxBytes = 64_000_000;

/** The compiled contracts of a package. */
function isContractFile(path: string): boolean {
  return /^manifest\/[^/]+\.json$/.test(path);
}

/** A package of npm's registry here: private ones work as they do for `npm install`. */
export async function readPublishedPackage(root: string, spec: string): Promise<OperandContracts> {
  const folder = mkdtempSync(join(tmpdir(), "proviso-pack-"));
  try {
    const words = ["npm", "pack", spec, "--ignore-scripts", "--silent", "--pack-destination", folder];
    const { code, err, out, problem } = await runProgram(words, { cwd: root });
    if (problem !== undefined) throw new UsageError(problem);
    const [file] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
    if (code !== 0 || file === undefined)
      throw new UsageError(
        `\`npm pack ${spec}\` brings no package: ${err || out.toString("utf8").trim() || "npm says nothing"}`,
      );
    return readPackedFile(join(folder, file), `\`${spec}\``);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The package as it is installed for a folder, in `node_modules` there or above. */
export function readInstalledPackage(root: string, name: string): OperandContracts {
  const installed = foldersUpFrom(root)
    .map((folder) => join(folder, "node_modules", name))
    .find((folder) => statSync(folder, { throwIfNoEntry: false })?.isDirectory());
  if (installed !== undefined) return readPackageFolder(installed, `\`${name}\``);
  throw new UsageError(
    `\`${name}\` is not installed here; for one of the registry, write \`${name}@latest\` or its version`,
  );
}

export function readPackedFile(file: string, from: string): OperandContracts {
  const bytes = readWithin(file, from);
  return readFiles(
    tryRead(from, () => readTarball(bytes, isContractFile)),
    from,
  );
}

export function holdsPackage(folder: string): boolean {
  return lstatSync(join(folder, indexPath), { throwIfNoEntry: false })?.isFile() ?? false;
}

export function readPackageFolder(folder: string, from: string): OperandContracts {
  const names = tryRead(from, () => (holdsPackage(folder) ? readdirSync(join(folder, "manifest")) : []));
  const paths = names.map((name) => `manifest/${name}`).filter(isContractFile);
  const own = paths.filter((path) => lstatSync(join(folder, path)).isFile());
  return readFiles(new Map(own.map((path) => [path, readWithin(join(folder, path), from)])), from);
}

function readWithin(file: string, from: string): Buffer {
  if (statSync(file).size > maxBytes)
    throw new UsageError(`${from} has more than ${maxBytes / 1_000_000} MB`);
  return readFileSync(file);
}

function readFiles(files: PackageFiles, from: string): OperandContracts {
  const index = files.get(indexPath);
  if (!index)
    throw new UsageError(
      `${from} holds no contracts: they are in \`manifest/\` of the package that \`proviso generate\` writes as \`schemas\``,
    );
  return tryRead(from, () => {
    const { format, product, wireNames, permissions } = readObject(index);
    if (format !== 1) throw new ShapeError("has contracts in a format that this version does not know");
    const isNamed = typeof product === "string" && (wireNames === "dotted" || wireNames === "underscore");
    if (!isNamed || !isTexts(permissions)) throw new ShapeError(`has no readable \`${indexPath}\``);
    const domains = [...files].filter(([path]) => path !== indexPath).toSorted();
    const tools = domains.flatMap(([, bytes]) => readContracts(readObject(bytes)["tools"] ?? null));
    const manifest: Manifest = { format, product, wireNames, permissions, tools };
    return { manifest, knows: "agents", notes: [] };
  });
}

function tryRead<Value>(from: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof UsageError || !(error instanceof Error)) throw error;
    throw new UsageError(`${from} cannot be read: ${escapeText(error.message)}`);
  }
}

function readObject(bytes: Buffer): JsonObject {
  const value = JSON.parse(bytes.toString("utf8")) as Json;
  if (!isObject(value)) throw new ShapeError("it holds no object");
  return value;
}

function isTexts(value: Json | undefined): value is Readonly<Record<string, string>> {
  return isObject(value) && Object.values(value).every((each) => typeof each === "string");
}
