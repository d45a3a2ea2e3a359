import { readdirSync, readFileSync } from "node:fs";
import { type Manifest } from "@proviso/manifest";
import { compile, toManifest } from "@proviso/compiler";

const folder = new URL("../../../../contracts/", import.meta.url);

/** The contracts of the sample product, with its forbidden tools. */
export function sampleManifest(): Manifest {
  const sources = readdirSync(folder)
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => ({ path: `contracts/${name}`, text: readFileSync(new URL(name, folder), "utf8") }));
  const { model } = compile(sources, {});
  if (!model) throw new Error("the contracts of the sample do not compile");
  return toManifest(model, { product: "backoffice", wireNames: "underscore" });
}
