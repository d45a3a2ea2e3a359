import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Loader } from "astro/loaders";
import { docs } from "virtual:proviso-site";
import type { ToolCall } from "./tool-call.ts";

interface CallsFile {
  readonly client: ToolCall["client"] | null;
  readonly tools: Readonly<Record<string, Omit<ToolCall, "name" | "client">>>;
}

/** The members of `calls.json`, each with the client that all have. */
export const calls: Loader = {
  name: "proviso-calls",
  async load({ store, parseData }) {
    const text = await readFile(join(docs, "calls.json"), "utf8");
    const { client, tools } = JSON.parse(text) as CallsFile;
    store.clear();
    for (const [name, said] of Object.entries(tools)) {
      const data = await parseData({ id: name, data: { name, ...said, client: client ?? undefined } });
      store.set({ id: name, data });
    }
  },
};
