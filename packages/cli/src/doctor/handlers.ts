import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { outlineDomain, nameProject } from "@proviso/emitters";
import { compileProject } from "../project/compile-project.ts";
import type { InstallationCheck, Finding } from "./check.ts";

/** Every tool has a handler that is more than the stub that `generate` wrote. */
export const handlers: InstallationCheck = {
  name: "handlers",
  run({ project }) {
    const folder = project.config?.handlers?.value;
    const { model } = compileProject(project);
    if (folder === undefined || !model) return [];
    const outlines = model.domains.map(outlineDomain);
    const { domains } = nameProject(outlines);
    return outlines.flatMap(({ name, tools }) => {
      const path = `${folder}/${domains.get(name)?.file}.ts`;
      if (tools.length === 0) return [];
      if (!existsSync(join(project.root, path)))
        return [
          { problem: `${path} is missing`, advice: "`proviso generate` writes it, with stubs to fill in" },
        ];
      const text = readFileSync(join(project.root, path), "utf8");
      return tools.flatMap((tool) => missingHandler(tool, path, text));
    });
  },
};

function missingHandler(
  { name, method }: { readonly name: string; readonly method: string },
  path: string,
  text: string,
): readonly Finding[] {
  // The word in the stubs of `generate`.
  if (text.includes(`${name} has no handler yet`) || text.includes(`${name} has no plan yet`))
    return [
      { problem: `${name} is a stub in ${path}`, advice: "write what the tool does, as its contract says" },
    ];
  if (new RegExp(`\\b${method}\\b`).test(text)) return [];
  return [{ problem: `${name} has no handler in ${path}`, advice: `add \`${method}\` to it` }];
}
