import type { Config } from "../config/config.ts";
import type { ProjectPlace } from "../project/find-project.ts";
import type { Project } from "../project/read-project.ts";
import { templateGlobs } from "../project/read-templates.ts";
import { workspaceFile, workspaceGlobs } from "../project/workspace-globs.ts";
import { hashText } from "./hash-text.ts";
import type { State, Watched } from "./project-state.ts";

/** All that `check` looks at. */
export async function watchedByCheck(
  { configFile }: ProjectPlace,
  { contracts, templates }: Config,
): Promise<Watched> {
  return {
    files: [configFile],
    contracts: contracts.value,
    templates: await templateGlobs(templates),
    workspaceGlobs: [],
    outputs: [],
    handlers: [],
  };
}

/** All that `generate` looks at. */
export async function watchedByGenerate(place: ProjectPlace, config: Config): Promise<Watched> {
  const watched = await watchedByCheck(place, config);
  return {
    ...watched,
    files: [...watched.files, workspaceFile],
    workspaceGlobs: await workspaceGlobs(place.root),
    outputs: config.outputs.map(({ folder }) => folder),
    handlers: config.handlers ? [config.handlers.value] : [],
  };
}

/** False if somebody saved a file while it was being read: then the state says nothing about this run. */
export function isAsRead(before: State, { texts, templates }: Project, config: Config): boolean {
  const folder = config.templates?.value;
  const overrides = Object.entries(templates).map(([name, text]) => ({
    path: `${folder}/${name}.hbs`,
    text,
  }));
  return [...texts, ...overrides].every(({ path, text }) => before.get(path) === hashText(text));
}
