import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { compile, printDiagnostics, toManifest } from "@proviso/compiler";
import { wireName, type ToolContract } from "@proviso/manifest";
import { readText, UsageError } from "@proviso/terminal";

/** Compiles a contract, or all `*.yaml` of a folder: by the name of each tool, those that agents may call. Throws a `UsageError` that says what is wrong. */
export function readContracts(path: string): {
  contracts: ReadonlyMap<string, ToolContract>;
  forbidden: readonly string[];
} {
  const sources = filesAt(resolve(path)).map((file) => ({ path: file, text: readText(file) }));
  const { model, diagnostics } = compile(sources);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (!model)
    throw new UsageError(`the contracts in ${path} have errors:\n${printDiagnostics(errors, sources, {})}`);
  const { tools } = toManifest(model, { product: "verify", wireNames: "underscore" });
  const kept = tools.filter((tool) => !isForbidden(tool)).map((tool) => [nameOf(tool), tool] as const);
  return { contracts: new Map(kept), forbidden: tools.filter(isForbidden).map(nameOf) };
}

const isForbidden = ({ riskLevel }: ToolContract): boolean => riskLevel === "forbidden";
const nameOf = (tool: ToolContract): string => wireName(tool, "underscore");

function filesAt(path: string): readonly string[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw new UsageError(`there are no contracts at ${path}`);
  if (!stat.isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => /\.ya?ml$/.test(name) && !name.startsWith("proviso."));
  if (names.length === 0) throw new UsageError(`there is no contract (\`*.yaml\`) in ${path}`);
  return names.toSorted().map((name) => join(path, name));
}
