import type { EmitOptions } from "./emitter.ts";

/** The file of a module. A package has its modules in `src`, a folder of an existing package in itself. */
export function modulePath({ layout }: Pick<EmitOptions, "layout">, module: string): string {
  return layout === "packages" ? `src/${module}.ts` : `${module}.ts`;
}
