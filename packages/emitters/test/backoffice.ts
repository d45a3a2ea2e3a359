import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ContractModel } from "@proviso/compiler";
import { modelOf } from "./emit-all.ts";

const contractsFolder = join(import.meta.dirname, "../../../contracts");

/** The contracts of this repository's own product. */
export function backoffice(): ContractModel {
  const names = globSync("*.yaml", { cwd: contractsFolder }).toSorted();
  return modelOf(
    names.map((name) => ({
      path: `contracts/${name}`,
      text: readFileSync(join(contractsFolder, name), "utf8"),
    })),
  );
}
