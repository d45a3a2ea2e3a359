import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** A folder with a `proviso.yaml`, and the workspace folder that it is in. */
export interface Project {
  readonly folder: string;
  readonly workspace: string;
}

/** A language server to start: the program of the CLI, the folder that it is installed in, and its projects. */
export interface Program {
  readonly file: string;
  readonly folder: string;
  readonly projects: readonly string[];
}

export interface FoundPrograms {
  readonly programs: readonly Program[];
  /** The folders of projects for which no language server is installed. */
  readonly without: readonly string[];
}

const cli = "node_modules/proviso/bin/proviso.js";
const server = "node_modules/@proviso/language-server/package.json";

/** Looks beside each configuration and in the folders above, up to the workspace folder: never outside what the user trusts. */
export function findPrograms(projects: readonly Project[]): FoundPrograms {
  const found = projects.map((project) => ({ ...project, at: foldersUp(project).find(isInstalled) }));
  const byFolder = Map.groupBy(found, ({ at }) => at);
  const programs = [...byFolder].flatMap(([at, those]) =>
    at === undefined
      ? []
      : [{ file: join(at, cli), folder: at, projects: those.map(({ folder }) => folder) }],
  );
  return { programs, without: byFolder.get(undefined)?.map(({ folder }) => folder) ?? [] };
}

function isInstalled(folder: string): boolean {
  return existsSync(join(folder, cli)) && existsSync(join(folder, server));
}

/** The folder and those above it, up to the workspace. */
function foldersUp({ folder, workspace }: Project): readonly string[] {
  const found = [folder];
  for (let each = folder; each !== workspace && each !== dirname(each);) {
    each = dirname(each);
    found.push(each);
  }
  return found.at(-1) === workspace ? found : [];
}
