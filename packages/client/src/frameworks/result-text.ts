import type { ContentBlock, JsonObject, ToolContract } from "@proviso/manifest";

/** The result of a call as text for a model: JSON, or the text of content blocks with a description of the others. */
export function resultText({ result }: ToolContract, value: JsonObject): string {
  if (!result || value["dryRun"] === true) return JSON.stringify(value);
  // The guard has checked them against the contract.
  const { content, structuredContent } = value as unknown as BlocksAndMore;
  return [
    ...content.map(blockText),
    ...(structuredContent === undefined ? [] : [JSON.stringify(structuredContent)]),
  ].join("\n");
}

interface BlocksAndMore {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: JsonObject;
}

/** Binary data is left out: it means nothing as text and is long. */
export function blockText(block: ContentBlock): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "image":
    case "audio":
      return `[${block.type}: ${block.mimeType}, ${bytesOf(block.data)} bytes]`;
    case "resource":
      return "text" in block.resource
        ? block.resource.text
        : `[resource: ${block.resource.uri}, ${bytesOf(block.resource.blob)} bytes]`;
    case "resource_link":
      return `[link: ${block.name}, ${block.uri}]`;
  }
}

function bytesOf(base64: string): number {
  return (base64.length / 4) * 3 - (/=*$/.exec(base64)?.[0].length ?? 0);
}
