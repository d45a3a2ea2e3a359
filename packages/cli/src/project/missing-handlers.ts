import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { nameProject, type DomainOutline } from "@proviso/emitters";

/** A file of handlers that is missing or lacks a handler, and what to do about it. */
export interface MissingHandler {
  readonly kind: "file" | "stub" | "handler";
  readonly problem: string;
  readonly advice: string;
}

/** The tools without a handler of their own in `folder`, a path in `root`. `outlines` are those of all domains. */
export function missingHandlers(
  root: string,
  folder: string,
  outlines: readonly DomainOutline[],
): readonly MissingHandler[] {
  const { domains } = nameProject(outlines);
  return outlines.flatMap(({ name, tools }): readonly MissingHandler[] => {
    const path = `${folder}/${domains.get(name)?.file}.ts`;
    if (tools.length === 0) return [];
    if (!existsSync(join(root, path)))
      return [
        {
          kind: "file",
          problem: `${path} is missing`,
          advice: "`proviso generate` writes it, with stubs to fill in",
        },
      ];
    const text = readFileSync(join(root, path), "utf8");
    return tools.flatMap((tool) => missingHandler(tool, path, text) ?? []);
  });
}

function missingHandler(
  { name, method }: DomainOutline["tools"][number],
  path: string,
  text: string,
): MissingHandler | undefined {
  // The word in the stubs of `generate`.
  if (text.includes(`${name} has no handler yet`) || text.includes(`${name} has no plan yet`))
    return {
      kind: "stub",
      problem: `${name} is a stub in ${path}`,
      advice: "write what the tool does, as its contract says",
    };
  if (new RegExp(`\\b${method}\\b`).test(text)) return undefined;
  return {
    kind: "handler",
    problem: `${name} has no handler in ${path}`,
    advice: `add \`${method}\` to it`,
  };
}
