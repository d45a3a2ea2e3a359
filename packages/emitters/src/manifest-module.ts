import { type ContractModel, toManifest } from "@proviso/compiler";
import { type Json, type Manifest, type WireNames, withoutForbidden } from "@proviso/manifest";
import type { EmittedFile } from "./emitter.ts";
import { generatedNotice } from "./generated-notice.ts";
import { stringLiteral, valueLiteral } from "./literal-text.ts";

interface Product {
  readonly product: string;
  readonly wireNames: WireNames;
}

/** `src/manifest.ts`: the contracts as data, for the runtime. Data alone, and much of it: nothing here needs ts-morph. */
export function manifestModule(model: ContractModel, product: Product, runtime: string): EmittedFile {
  const declaration = "export const manifest: Manifest = ";
  const value = valueLiteral(visibleManifest(model, product) as unknown as Json, declaration.length);
  const text = `// ${generatedNotice()}

import type { Manifest } from ${stringLiteral(runtime)};

/** The contracts of all tools, as the runtime enforces them. */
${declaration}${value};
`;
  return { path: "src/manifest.ts", text };
}

/** No forbidden tools, and no permissions that only they need: their names would tell of them. */
function visibleManifest(model: ContractModel, { product, wireNames }: Product): Manifest {
  const manifest = withoutForbidden(toManifest(model, { product, wireNames }));
  const needed = new Set(manifest.tools.flatMap(({ permissions }) => permissions));
  const permissions = Object.entries(manifest.permissions).filter(([name]) => needed.has(name));
  return { ...manifest, permissions: Object.fromEntries(permissions) };
}
