import type { ToolDefinition } from "../../src/mcp.ts";
import type { TestClient } from "../ways/clients.ts";

export interface Page {
  readonly tools: readonly ToolDefinition[];
  readonly nextCursor?: string;
}

/** One page of the list of tools. */
export async function readPage(client: TestClient, cursor?: string): Promise<Page> {
  return (await client.request("tools/list", cursor === undefined ? {} : { cursor })) as unknown as Page;
}

/** All pages, from the first or from a cursor. */
export async function readPages(client: TestClient, from?: string): Promise<readonly Page[]> {
  const pages = [await readPage(client, from)];
  for (let next = pages[0]?.nextCursor; next !== undefined; next = pages.at(-1)?.nextCursor) {
    if (pages.length > 100) throw new Error("the list has no end");
    pages.push(await readPage(client, next));
  }
  return pages;
}

export const namesIn = (pages: readonly Page[]): readonly string[] =>
  pages.flatMap(({ tools }) => tools.map(({ name }) => name));
