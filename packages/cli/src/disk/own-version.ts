import { readFileSync } from "node:fs";

interface PackageJson {
  readonly version: string;
}

/** The version of this package. */
export const ownVersion: string = (
  JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as PackageJson
).version;
