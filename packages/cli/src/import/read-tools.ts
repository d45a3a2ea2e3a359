import { isOpenApi, readApi, readList, readOpenApi } from "@proviso/compiler/import";
import type { Json } from "@proviso/manifest";
import { UsageError } from "@proviso/terminal";
import type { SourceOfTools } from "./source-of-tools.ts";

/** Reads the tools in a response or a document. `from` names the source in messages. */
export function readTools(data: Json, from: string): SourceOfTools {
  const list = isOpenApi(data) ? readOperations(data) : readList(data);
  if (!list)
    throw new UsageError(
      `${from} is not a list of tools: expected a list, an object with \`tools\`, or an OpenAPI 3 document`,
    );
  if (list.tools.length === 0) throw new UsageError(`${from} lists no tools`);
  return list;
}

function readOperations(document: Parameters<typeof readOpenApi>[0]): SourceOfTools | undefined {
  const { tools, notes } = readOpenApi(document);
  const list = readList(tools, { hasEffects: true });
  return list && { ...list, notes: [...notes, ...list.notes], api: readApi(document) };
}
