import { toolSource } from "proviso/tool-source";
import { readProjectFile } from "../project/read-project-file.ts";
import { sourceUrl } from "./source-url.ts";
import type { ContractPart } from "./tool-call.ts";

/** A tool's lines of a contract's file; undefined if the file, or the tool in it, is not there. */
export async function contractPart(tool: string, contract: string): Promise<ContractPart | undefined> {
  const text = await readProjectFile(contract);
  const part = text === undefined ? undefined : toolSource(text, tool);
  const packageJson = (await readProjectFile("package.json")) ?? "{}";
  return part && { ...part, url: sourceUrl(packageJson, contract, part) };
}
