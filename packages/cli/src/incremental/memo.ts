import { type LookupAnswer, type Memo, noMemo, recorded } from "@proviso/compiler";
import { hashText } from "../disk/hash-text.ts";
import type { RunStore } from "./store.ts";
import { toolIdentity } from "./tool-identity.ts";

/** The memo of a project, with one file of the store for each group of entries. */
export interface ProjectMemo extends Memo {
  /** A map from a function's text argument to its result, which the caller reads and extends. */
  table(name: string): Map<string, string>;
  /** Removes the memo's groups of all other contracts. */
  forgetOthers(contracts: readonly string[]): void;
  /** Gives the memo's new entries to the store. */
  save(): void;
}

interface MemoEntry {
  readonly input: string;
  readonly answers: readonly LookupAnswer[];
  readonly value: unknown;
}

interface MemoGroup {
  /** The identity of the CLI for which the memo's entries are valid. */
  readonly tool: string;
  readonly entries: Map<string, MemoEntry>;
}

const listName = "memo";

/** The group of what was emitted for a contract: most of the store, and `check` needs none. */
export function outputsGroup(contract: string): string {
  return `outputs of ${contract}`;
}

export function openMemo(store: RunStore): ProjectMemo {
  const tool = toolIdentity();
  const groups = new Map<string, MemoGroup>();
  const changed = new Set<string>();
  const tables: { readonly name: string; readonly values: Map<string, string>; readonly size: number }[] = [];
  const groupOf = (name: string): MemoGroup => {
    const known = groups.get(name) ?? readMemoGroup(store, name, tool);
    groups.set(name, known);
    return known;
  };
  return {
    run({ group, name, input, keeps }, world, make) {
      const { entries: memoEntries } = groupOf(group);
      const entry = memoEntries.get(name);
      const isSame = ([question, answer]: LookupAnswer): boolean => world.answerTo(question) === answer;
      if (entry?.input === input && entry.answers.every(isSame))
        return entry.value as Awaited<ReturnType<typeof make>>;
      const asked = new Map<string, string>();
      const keep = (value: Awaited<ReturnType<typeof make>>): typeof value => {
        if (keeps?.(value) === false) return value;
        memoEntries.set(name, { input, answers: [...asked], value });
        changed.add(group);
        return value;
      };
      const made = make(recorded(world, asked));
      return made instanceof Promise ? (made.then(keep) as typeof made) : keep(made as Awaited<typeof made>);
    },
    table(name) {
      const { entries: memoEntries } = groupOf(name);
      const entry = memoEntries.get(name) ?? { input: "", answers: [], value: new Map<string, string>() };
      memoEntries.set(name, entry);
      const tableValues = entry.value as Map<string, string>;
      tables.push({ name, values: tableValues, size: tableValues.size });
      return tableValues;
    },
    forgetOthers(contracts) {
      const names = contracts.flatMap((path) => [path, outputsGroup(path)]);
      const wanted = new Set(names);
      const listed = store.read<readonly string[]>(listName) ?? [];
      for (const name of listed) {
        if (wanted.has(name)) continue;
        groups.delete(name);
        changed.delete(name);
        store.write(memoFileOf(name), undefined);
      }
      if (listed.join("\n") !== names.join("\n")) store.write(listName, names);
    },
    save() {
      for (const { name, values: tableValues, size } of tables)
        if (tableValues.size > size) changed.add(name);
      for (const name of changed) store.write(memoFileOf(name), groupOf(name));
      changed.clear();
    },
  };
}

/** A memo that is empty and stays empty. */
export function scratchMemo(): ProjectMemo {
  return { ...noMemo, table: () => new Map(), forgetOthers: () => undefined, save: () => undefined };
}

function readMemoGroup(store: RunStore, name: string, tool: string): MemoGroup {
  const group = store.read<MemoGroup>(memoFileOf(name));
  return group?.tool === tool ? group : { tool, entries: new Map() };
}

function memoFileOf(group: string): string {
  return `memo/${hashText(group).slice(0, 16)}`;
}
