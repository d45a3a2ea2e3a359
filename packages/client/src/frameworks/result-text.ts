import type { ContentBlock, JsonObject, ToolContract } from "@proviso/manifest";

/** A result as text for a model: JSON, or the text of content blocks; others are described. */
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
export function blockText(contentBlock: ContentBlock): string {
  switch (contentBlock.type) {
    case "text":
      return contentBlock.text;
    case "image":
    case "audio":
      return `[${contentBlock.type}: ${contentBlock.mimeType}, ${bytesOf(contentBlock.data)} bytes]`;
    case "resource":
      return "text" in contentBlock.resource
        ? contentBlock.resource.text
        : `[resource: ${contentBlock.resource.uri}, ${bytesOf(contentBlock.resource.blob)} bytes]`;
    case "resource_link":
      return `[link: ${contentBlock.name}, ${contentBlock.uri}]`;
  }
}

function bytesOf(base64: string): number {
  return (base64.length / 4) * 3 - (/=*$/.exec(base64)?.[0].length ?? 0);
}
