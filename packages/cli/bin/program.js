import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";

/** What `tsc -b` notes of the builds that the bundle is made of: a hash of every source is among it. */
const builds = ["cli", "compiler", "emitters", "manifest"].map(
  (name) => new URL(`../../${name}/dist/.tsbuildinfo`, import.meta.url),
);
const bundle = new URL("../dist/bundle/", import.meta.url);

/** Says which builds there are. */
export function hashOfBuilds() {
  const hash = createHash("sha256");
  for (const build of builds) hash.update(existsSync(build) ? readFileSync(build) : "none");
  return hash.digest("hex");
}

/** What the bundle was made of. Not published, like the builds: what is installed never changes. */
const note = new URL("made-of", bundle);

/**
 * Where the program is: in the bundle, which loads in less than half the time; but in a checkout where something was built
 * since, as it was built. Tests ask for the sources, by a condition.
 */
export function findProgram() {
  const main = import.meta.resolve("#main");
  if (main.endsWith(".ts")) return main;
  const isInCheckout = [note, builds[0]].some((file) => existsSync(file));
  return new URL(!isInCheckout || isFresh() ? "main.js" : "../main.js", bundle).href;
}

function isFresh() {
  return existsSync(note) && readFileSync(note, "utf8") === hashOfBuilds();
}
