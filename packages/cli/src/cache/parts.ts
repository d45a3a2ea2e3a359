import type { Cache } from "./cache.ts";
import { hashText } from "./hash-text.ts";

/**
 * What is kept of each contract, by its path, in a part of the cache of its own: after an edit, one of hundreds is
 * another one. Each is good under one key, and no other.
 */
export interface Parts<Content> {
  readonly paths: readonly string[];
  get(path: string): Content | undefined;
}

interface List {
  readonly key: string;
  readonly paths: readonly string[];
}

interface Part<Content> {
  readonly key: string;
  readonly content: Content;
}

/** Of contents that were read or written: under which key. */
const keys = new WeakMap<object, string>();

export function readParts<Content extends object>(cache: Cache, name: string, key: string): Parts<Content> {
  const list = cache.read<List>(listOf(name));
  return {
    paths: list?.key === key ? list.paths : [],
    get(path) {
      const part = cache.read<Part<Content>>(partOf(name, path));
      if (part?.key !== key) return undefined;
      keys.set(part.content, key);
      return part.content;
    },
  };
}

/** Writes those that are new, and removes what is kept of contracts that are not among them. */
export function writeParts<Content extends object>(
  cache: Cache,
  name: string,
  { key, contents }: { readonly key: string; readonly contents: ReadonlyMap<string, Content> },
): void {
  const before = cache.read<List>(listOf(name));
  for (const path of before?.paths ?? []) if (!contents.has(path)) cache.remove(partOf(name, path));
  for (const [path, content] of contents) {
    const part: Part<Content> = { key, content };
    if (keys.get(content) !== key) cache.write(partOf(name, path), part);
    keys.set(content, key);
  }
  const list: List = { key, paths: [...contents.keys()] };
  if (list.key !== before?.key || list.paths.join("\n") !== before.paths.join("\n"))
    cache.write(listOf(name), list);
}

function listOf(name: string): string {
  return `${name}/list`;
}

function partOf(name: string, path: string): string {
  return `${name}/${hashText(path).slice(0, 16)}`;
}
