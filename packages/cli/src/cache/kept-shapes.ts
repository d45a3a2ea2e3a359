import type { PrintedShapes } from "@proviso/emitters";
import type { Cache } from "./cache.ts";
import { toolIdentity } from "./tool-identity.ts";

interface Kept {
  readonly key: string;
  readonly shapes: PrintedShapes;
}

const name = "shapes";

/** What this very proviso printed of shapes of code: it loads ts-morph only for those that are new. */
export function readKeptShapes(cache: Cache): PrintedShapes {
  const kept = cache.read<Kept>(name);
  return new Map(kept?.key === toolIdentity() ? kept.shapes : []);
}

export function keepShapes(cache: Cache, shapes: PrintedShapes): void {
  if (shapes.size === readKeptShapes(cache).size) return;
  const kept: Kept = { key: toolIdentity(), shapes };
  cache.write(name, kept);
}
