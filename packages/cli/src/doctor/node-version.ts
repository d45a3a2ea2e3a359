import type { InstallationCheck } from "./check.ts";
import { isInRange } from "./versions.ts";

/** A package may need a newer Node.js than this program does. */
export const nodeVersion: InstallationCheck = {
  name: "Node.js",
  run: ({ installed, nodeVersion: version }) =>
    installed.flatMap(({ name, manifest }) => {
      const range = manifest.engines?.node;
      if (range === undefined || isInRange(version, range)) return [];
      const problem = `${name} needs Node.js ${range}, and this is ${version}`;
      return [{ problem, advice: "install a newer one from https://nodejs.org/en/download" }];
    }),
};
