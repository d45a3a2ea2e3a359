import { type ForeignList, readList } from "@proviso/compiler/import";
import type { Json } from "@proviso/manifest";
import { UsageError } from "../terminal/exit-codes.ts";

/** The tools in an answer or a document; `from` says for people where it comes from. */
export function readTools(data: Json, from: string): ForeignList {
  const list = readList(data);
  if (!list)
    throw new UsageError(`${from} holds no list of tools: neither a list nor an object with \`tools\``);
  if (list.tools.length === 0) throw new UsageError(`${from} lists no tools`);
  return list;
}
