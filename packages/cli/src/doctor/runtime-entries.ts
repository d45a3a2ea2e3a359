import { join } from "node:path";
import type { InstallationCheck } from "./check.ts";
import { findPackage } from "./installed-packages.ts";
import { sourceFiles } from "./source-files.ts";

/** Generated code imports versioned entries of the runtimes, such as `@proviso/server/codegen1`; an older runtime lacks them. */
export const runtimeEntries: InstallationCheck = {
  name: "runtimes",
  run({ project, packageManager }) {
    const imports = (project.config?.outputs ?? []).flatMap(({ folder }) =>
      importsIn(join(project.root, folder)).map((each) => ({ ...each, folder })),
    );
    return imports.flatMap(({ name, subpath, folder }) => {
      const found = findPackage(join(project.root, folder), name);
      if (!found || Object.hasOwn(found.manifest.exports ?? {}, `.${subpath}`)) return [];
      const problem = `${folder} imports ${name}${subpath}, which ${name} ${found.version} does not have`;
      return [{ problem, advice: `\`${packageManager.add}${name}@latest\`` }];
    });
  },
};

interface Import {
  readonly name: string;
  /** With a slash at the start; empty for the package itself. */
  readonly subpath: string;
}

function importsIn(folder: string): readonly Import[] {
  const found = new Map<string, Import>();
  for (const { text } of sourceFiles(folder))
    for (const [, name = "", subpath = ""] of text.matchAll(/from "(@proviso\/[a-z]+)(\/[\w./-]+)?"/g))
      found.set(name + subpath, { name, subpath });
  return [...found.values()];
}
