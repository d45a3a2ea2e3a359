import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { emitterOf } from "@proviso/emitters";
import type { InstallationCheck } from "./check.ts";
import { findPackage } from "./installed-packages.ts";
import { compareVersions } from "./versions.ts";

/** Our packages are released together: one version, which generated code can rely on. */
export const packageVersions: InstallationCheck = {
  name: "packages",
  run({ installed, project, packageManager }) {
    const own = textAt(join(project.root, "package.json"));
    const newest =
      installed
        .map(({ version }) => version)
        .toSorted(compareVersions)
        .at(-1) ?? "";
    const older = installed.filter(({ version }) => version !== newest);
    const names = [...new Set(older.map(({ name }) => name))];
    const different = older.map(({ name, version, folder }) => `${name} ${version} (in ${folder})`);
    const missing = (project.config?.outputs ?? []).flatMap(({ emitter, folder }) => {
      const name = emitterOf[emitter].runtime;
      return name === undefined || findPackage(`${project.root}/${folder}`, name) ? [] : [{ name, folder }];
    });
    return [
      ...(older.length === 0
        ? []
        : [
            {
              problem: `beside ${newest} of the other packages there is ${different.join(", ")}`,
              advice: `\`${packageManager.add}${names.map((name) => `${name}@${newest}`).join(" ")}\``,
            },
          ]),
      ...missing.map(({ name, folder }) => ({
        problem: `${folder} imports ${name}, which is not installed`,
        // What package.json asks for only has to be installed.
        advice: `\`${own.includes(`"${name}"`) ? packageManager.install : packageManager.add + name}\``,
      })),
    ];
  },
};

function textAt(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
