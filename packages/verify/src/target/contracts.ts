import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compile, printDiagnostics, toManifest } from "@proviso/compiler";
import { wireName, type JsonObject } from "@proviso/manifest";
import { UsageError } from "@proviso/terminal";

/** Contracts of a server that lists none itself. */
export interface GivenContracts {
  /** By the name over MCP. */
  readonly byName: ReadonlyMap<string, JsonObject>;
  /** Names of the tools that agents may not call. */
  readonly forbidden: readonly string[];
}

/** Compiles the contracts (`*.yaml`) of a folder. Throws a `UsageError` that says what is wrong with them. */
export function readContracts(folder: string): GivenContracts {
  const sources = listYaml(folder).map((path) => ({ path, text: readFileSync(join(folder, path), "utf8") }));
  if (sources.length === 0) throw new UsageError(`there is no contract (\`*.yaml\`) in ${folder}`);
  const { model, diagnostics } = compile(sources);
  if (!model) {
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    throw new UsageError(`the contracts in ${folder} have errors:\n${printDiagnostics(errors, sources, {})}`);
  }
  const { tools } = toManifest(model, { product: "verified", wireNames: "underscore" });
  const named = tools.map((tool) => [wireName(tool, "underscore"), tool] as const);
  return {
    byName: new Map(named.map(([name, tool]) => [name, tool as unknown as JsonObject])),
    forbidden: named.filter(([, tool]) => tool.riskLevel === "forbidden").map(([name]) => name),
  };
}

function listYaml(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /\.ya?ml$/.test(name) && !name.startsWith("proviso."))
      .toSorted();
  } catch {
    throw new UsageError(`there is no folder ${folder}`);
  }
}
