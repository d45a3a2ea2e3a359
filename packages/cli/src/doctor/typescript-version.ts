import type { InstallationCheck } from "./check.ts";
import { findPackage } from "./installed-packages.ts";
import { compareVersions } from "./versions.ts";

/** The oldest release that generated code is built with in our tests. */
const oldest = "5.9";

export const typescriptVersion: InstallationCheck = {
  name: "TypeScript",
  run({ place, packageManager }) {
    const found = findPackage(place.root, "typescript");
    if (!found || compareVersions(found.version, oldest) >= 0) return [];
    const problem = `generated code needs TypeScript ${oldest} or newer, and ${found.version} is installed`;
    return [{ problem, advice: `\`${packageManager.addDev}typescript@latest\`` }];
  },
};
