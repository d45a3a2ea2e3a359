import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** Loads a library on first use: loading takes longer than compiling many contracts. */
export function lateLibrary<Library>(name: string): () => Library {
  let loaded: Library | undefined;
  return () => (loaded ??= require(name) as Library);
}
