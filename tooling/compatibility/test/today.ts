import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { createNotesClient } from "@before-first-release/client";
import type { createNotesServer } from "@before-first-release/server";

const here = fileURLToPath(new URL("..", import.meta.url));
const proviso = fileURLToPath(new URL("../../../packages/cli/bin/proviso.js", import.meta.url));

export interface Today {
  readonly createNotesClient: typeof createNotesClient;
  readonly createNotesServer: typeof createNotesServer;
  remove(): void;
}

/** What the generator writes now for the contracts of the fixtures, after `edit`. Inside this package, where the runtimes are found. */
export async function generateToday(edit: (contract: string) => string = (text) => text): Promise<Today> {
  mkdirSync(join(here, ".work"), { recursive: true });
  const folder = mkdtempSync(join(here, ".work/today-"));
  cpSync(join(here, "fixtures/contracts"), join(folder, "contracts"), { recursive: true });
  const contract = join(folder, "contracts/notes.yaml");
  writeFileSync(contract, edit(readFileSync(contract, "utf8")));
  const settings = [
    "proviso: 1",
    "product: notes",
    "contracts: [contracts/*.yaml]",
    "layout: folders",
    "importExtension: ts",
    "outputs: { server: server, client: client, schemas: schemas }",
  ];
  writeFileSync(join(folder, "proviso.yaml"), `${settings.join("\n")}\n`);
  execFileSync(process.execPath, [proviso, "generate"], { cwd: folder, stdio: "pipe" });
  const load = (output: string): Promise<Today> =>
    import(/* @vite-ignore */ pathToFileURL(join(folder, output, "index.ts")).href) as Promise<Today>;
  const { createNotesClient: client } = await load("client");
  const { createNotesServer: server } = await load("server");
  return {
    createNotesClient: client,
    createNotesServer: server,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
