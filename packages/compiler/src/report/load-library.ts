import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** A library, when it is first needed: most runs do without it, and to load it takes longer than to compile many a contract. */
export function lateLibrary<Library>(name: string): () => Library {
  let loaded: Library | undefined;
  return () => (loaded ??= require(name) as Library);
}
