import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { compile, printDiagnostics, toManifest } from "@proviso/compiler";
import type { Manifest } from "@proviso/manifest";
import { UsageError } from "@proviso/terminal";

/**
 * Compiles the contracts of a folder: its `*.yaml` files, or those of its folder `contracts`.
 * No verdict depends on the name of the product. Throws a `UsageError` that says what is wrong with them.
 */
export function readContracts(folder: string, product = "replay"): Manifest {
  const inside = statSync(join(folder, "contracts"), { throwIfNoEntry: false })?.isDirectory();
  const place = inside ? join(folder, "contracts") : folder;
  const files = listYaml(place);
  if (files.length === 0) throw new UsageError(`there is no contract (\`*.yaml\`) in ${place}`);
  const sources = files.map((path) => ({ path, text: readFileSync(join(place, path), "utf8") }));
  const { model, diagnostics } = compile(sources);
  if (model) return toManifest(model, { product, wireNames: "underscore" });
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  throw new UsageError(`the contracts in ${place} have errors:\n${printDiagnostics(errors, sources, {})}`);
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
