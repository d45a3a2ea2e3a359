import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Loader } from "astro/loaders";
import { toolSource } from "proviso/tool-source";
import { docs } from "virtual:proviso-site";
import { readProjectFile } from "../project/read-project-file.ts";
import type { ToolCall, ContractPart } from "./tool-call.ts";
import { sourceUrl } from "./source-url.ts";

interface CallsFile {
  readonly client: ToolCall["client"] | null;
  readonly tools: Readonly<Record<string, Omit<ToolCall, "name" | "part" | "client">>>;
}

/** The members of `calls.json`, each with its part of the contract and the client that all have. */
export const calls: Loader = {
  name: "proviso-calls",
  async load({ store, parseData }) {
    const text = await readFile(join(docs, "calls.json"), "utf8");
    const { client, tools } = JSON.parse(text) as CallsFile;
    const packageJson = (await readProjectFile("package.json")) ?? "{}";
    store.clear();
    for (const [name, said] of Object.entries(tools)) {
      const part = await contractPart(name, said.contract, packageJson);
      const data = await parseData({ id: name, data: { name, ...said, part, client: client ?? undefined } });
      store.set({ id: name, data });
    }
  },
};

async function contractPart(
  tool: string,
  contract: string,
  packageJson: string,
): Promise<ContractPart | undefined> {
  const text = await readProjectFile(contract);
  const part = text === undefined ? undefined : toolSource(text, tool);
  return part && { ...part, url: sourceUrl(packageJson, contract, part) };
}
