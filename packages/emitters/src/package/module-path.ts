import type { EmitOptions } from "./emitter.ts";

/** The file of a module: in `src` of a package, or in the folder of an existing one. */
export function modulePath({ layout }: Pick<EmitOptions, "layout">, module: string): string {
  return layout === "packages" ? `src/${module}.ts` : `${module}.ts`;
}
