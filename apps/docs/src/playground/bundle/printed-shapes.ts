import { readFile } from "node:fs/promises";
import type { PrintedShapes } from "@proviso/emitters";
import { compileContract } from "../compile-contract.ts";

/**
 * Every shape of code that the emitters write for one contract, printed by ts-morph, which is too large for a page. The contract
 * beside this file has each; a test holds that against the contracts of the repository.
 */
export async function printedShapes(): Promise<PrintedShapes> {
  const shapes: PrintedShapes = new Map();
  for (const text of (await readFile(new URL("shapes.yaml", import.meta.url), "utf8")).split(/^---\n/m)) {
    const { files, findings } = await compileContract(text, { templates: {}, shapes });
    const errors = findings.filter(({ severity }) => severity === "error");
    if (errors.length > 0 || files.length === 0) throw new Error(`shapes.yaml: ${JSON.stringify(errors)}`);
  }
  return shapes;
}
