import type { ToolContract } from "@proviso/manifest";
import { code, joined, type Markdown, phrase } from "../../text/markdown.ts";

/** A sentence about the content blocks of a result; undefined if the result is one object. */
export function contentSentence({ result, outputSchema }: ToolContract): Markdown | undefined {
  if (!result) return undefined;
  const { kinds, mimeTypes, maxBytes } = result;
  return joined(
    [
      phrase`Content blocks: ${joined(kinds.map(code), ", ")}.`,
      ...(mimeTypes ? [phrase`MIME types: ${joined(mimeTypes.map(code), ", ")}.`] : []),
      ...(maxBytes === undefined ? [] : [phrase`At most ${maxBytes} bytes in all.`]),
      ...(outputSchema ? [phrase`Beside them, as structured content:`] : []),
    ],
    " ",
  );
}
