import { type ContractModel, toManifest } from "@proviso/compiler";
import { type Json, type Manifest, type WireNames, withoutForbidden } from "@proviso/manifest";
import { generatedNotice } from "./generated-notice.ts";
import { valueLiteral } from "./literal-text.ts";
import type { TypeScriptFile } from "./print-typescript.ts";

interface Product {
  readonly product: string;
  readonly wireNames: WireNames;
}

/** `src/manifest.ts`: the contracts as data, for the runtime. */
export function manifestModule(model: ContractModel, product: Product, runtime: string): TypeScriptFile {
  const initializer = valueLiteral(visibleManifest(model, product) as unknown as Json);
  const docs = ["The contracts of all tools, as the runtime enforces them."];
  return {
    path: "src/manifest.ts",
    notice: generatedNotice(),
    imports: [{ isTypeOnly: true, moduleSpecifier: runtime, namedImports: ["Manifest"] }],
    statements: [{ kind: "constant", name: "manifest", type: "Manifest", initializer, docs }],
  };
}

/** No forbidden tools, and no permissions that only they need: their names would tell of them. */
function visibleManifest(model: ContractModel, { product, wireNames }: Product): Manifest {
  const manifest = withoutForbidden(toManifest(model, { product, wireNames }));
  const needed = new Set(manifest.tools.flatMap(({ permissions }) => permissions));
  const permissions = Object.entries(manifest.permissions).filter(([name]) => needed.has(name));
  return { ...manifest, permissions: Object.fromEntries(permissions) };
}
