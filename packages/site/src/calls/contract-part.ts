import { toolSource } from "proviso/tool-source";
import { readProjectFile } from "../project/read-project-file.ts";
import { sourceUrl } from "./source-url.ts";

/**
 * A tool's lines of a contract's file, from the project's folder, with their address if the project names its repository. Undefined if
 * the file, or the tool in it, is not there: the pages of a product may be built without it.
 */
export async function contractPart(tool: string, contract: string) {
  const text = await readProjectFile(contract);
  const part = text === undefined ? undefined : toolSource(text, tool);
  const packageJson = (await readProjectFile("package.json")) ?? "{}";
  return part && { ...part, url: sourceUrl(packageJson, contract, part) };
}
