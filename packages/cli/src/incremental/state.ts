import type { FolderListing } from "../disk/list-folder.ts";
import type { Disk } from "./stamped-disk.ts";
import { toolIdentity } from "./tool-identity.ts";

/** A question to the disk, which a later run can ask again. */
export type DiskQuestion = `${keyof typeof answersByQuestion} ${string}`;

/** The answers of the disk: the name of each thing, and a value. Equal states lead to equal runs. */
export type DiskState = ReadonlyMap<string, string>;

type DiskStateRow = readonly [name: string, value: string];

export const toolName = "proviso itself";
const missingFile = "missing";
/** The value of a file whose content does not matter. */
export const there = "there";

/** The answers by kind of question. `generate --explain` prints the names. */
const answersByQuestion = {
  file: (path: string, disk: Disk): readonly DiskStateRow[] => [hashRow(path, disk)],
  there: (path: string, disk: Disk): readonly DiskStateRow[] => [
    [path, disk.isThere(path) ? there : missingFile],
  ],
  async use(place: string, disk: Disk): Promise<readonly DiskStateRow[]> {
    const [from, name] = JSON.parse(place) as [string, string];
    return [[`${name}, used by ${from}`, JSON.stringify(await disk.findUse(from, name))]];
  },
  obstacle: (folder: string, disk: Disk): readonly DiskStateRow[] => {
    const obstacle = disk.obstacleAt(folder);
    return obstacle === undefined ? [] : [[folder, obstacle]];
  },
  links: (folder: string, disk: Disk): readonly DiskStateRow[] => inTheWay(disk.list(folder)),
  folder: (folder: string, disk: Disk): readonly DiskStateRow[] => {
    const listing = disk.list(folder);
    const files = listing.paths.map((path) => hashRow(`${folder}/${path}`, disk));
    return [...files, ...inTheWay(listing)];
  },
  async search(globs: string, disk: Disk): Promise<readonly DiskStateRow[]> {
    const { files, others } = await disk.matches(JSON.parse(globs) as readonly string[]);
    // A match behind a link may have the content of the file that was there before.
    return [
      ...files.map((path) => hashRow(path, disk)),
      ...others.map(({ path, is }): DiskStateRow => [path, is]),
    ];
  },
  async runtimes(globs: string, disk: Disk): Promise<readonly DiskStateRow[]> {
    const versions = await disk.runtimeVersions(JSON.parse(globs) as readonly string[]);
    return [["the packages of the workspace", JSON.stringify(versions)]];
  },
  tool: (): readonly DiskStateRow[] => [[toolName, toolIdentity()]],
} as const;

function hashRow(path: string, disk: Disk): DiskStateRow {
  return [path, disk.hashOf(path) ?? missingFile];
}

/** The answer for a link, which always counts as a change. */
function inTheWay({ links, leftovers }: FolderListing): readonly DiskStateRow[] {
  return [...links, ...leftovers].map((path) => [path, "in the way"]);
}

export async function stateOf(questions: Iterable<DiskQuestion>, disk: Disk): Promise<DiskState> {
  const state = new Map<string, string>();
  for (const question of questions) {
    const space = question.indexOf(" ");
    const kind = question.slice(0, space) as keyof typeof answersByQuestion;
    for (const [name, value] of await answersByQuestion[kind](question.slice(space + 1), disk)) {
      const before = state.get(name) ?? value;
      // A link that a search found may lead to a file with the earlier text.
      state.set(name, before === value ? value : `${before}, ${value}`);
    }
  }
  return state;
}

/** Wraps the disk so that each question is added to `asked`. */
export function recordedDisk(disk: Disk, asked: Set<DiskQuestion>): Disk {
  const note = (question: DiskQuestion): void => void asked.add(question);
  note("tool ");
  return {
    root: disk.root,
    textOf: (path) => (note(`file ${path}`), disk.textOf(path)),
    hashOf: (path) => (note(`file ${path}`), disk.hashOf(path)),
    isThere: (path) => (note(`there ${path}`), disk.isThere(path)),
    findUse: (from, name) => (note(`use ${JSON.stringify([from, name])}`), disk.findUse(from, name)),
    obstacleAt: (folder) => (note(`obstacle ${folder}`), disk.obstacleAt(folder)),
    list: (folder) => (note(`folder ${folder}`), disk.list(folder)),
    matches: (globs) => (note(`search ${JSON.stringify(globs)}`), disk.matches(globs)),
    runtimeVersions: (globs) => (note(`runtimes ${JSON.stringify(globs)}`), disk.runtimeVersions(globs)),
  };
}

/** The names whose answers differ between two runs, sorted. */
export function changedNames(before: DiskState, after: DiskState): readonly string[] {
  const names = [...before.keys()].filter((name) => !after.has(name));
  for (const [name, value] of after) if (before.get(name) !== value) names.push(name);
  return names.toSorted();
}
