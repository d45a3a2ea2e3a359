import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { HttpRequest } from "@proviso/compiler/import";
import { camelCase, upperFirst } from "@proviso/manifest";
import type { FileChange } from "../disk/transaction.ts";
import { newPackageJson } from "../init/starter-files.ts";
import type { SourceOfTools } from "./source-of-tools.ts";

const starterFolder = fileURLToPath(new URL("../../starter/base", import.meta.url));
const importFolder = fileURLToPath(new URL("../../starter-import", import.meta.url));

/** The files of an imported project that are written once, beside its contracts: the code is its author's from then on. */
export function projectFiles(product: string, source: SourceOfTools): readonly FileChange[] {
  const kinds = ["base", source.api ? "http" : "forward"];
  const folders = kinds.map((kind) => join(importFolder, kind, "src"));
  const code = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .map((path) => ({ folder, path })),
  );
  const name = upperFirst(camelCase(product));
  return [
    { path: ".gitignore", text: readFileSync(join(starterFolder, "gitignore"), "utf8") },
    {
      path: "package.json",
      text: newPackageJson({ product, example: "shop" }, ["build", "start", "test"]),
    },
    { path: "tsconfig.json", text: readFileSync(join(starterFolder, "tsconfig.json"), "utf8") },
    ...code.map(({ folder, path }) => ({
      path: `src/${path.replaceAll("\\", "/")}`,
      text: readFileSync(join(folder, path), "utf8").replaceAll("Starter", name),
    })),
  ];
}

/** The path of the data that handlers read, which every import writes anew. */
export function dataPath({ api }: Pick<SourceOfTools, "api">): string {
  return api ? "src/operations.ts" : "src/tools.ts";
}

/** Which kind of project stands in a folder, by the data that its handlers read; undefined if none does. */
export function hasHandlers(folder: string, source: SourceOfTools): boolean {
  return existsSync(join(folder, dataPath(source)));
}

const notice = "// Written by `proviso import`, which writes it anew with every import. Do not edit.\n";

/** The data that handlers read: what each tool of the contracts is at its source. */
export function dataFile(source: SourceOfTools, names: Readonly<Record<string, string>>): FileChange {
  const { api, upstream, tools } = source;
  const named = tools.flatMap((tool) => {
    const name = names[tool.name];
    return name === undefined ? [] : [{ name, tool }];
  });
  if (api) {
    const entries = named.flatMap(({ name, tool: { request } }) =>
      request ? [[name, operationOf(request)]] : [],
    );
    const text = `import type { Auth, Operation } from "./http-api.ts";

export const api: { readonly baseUrl: string; readonly auth?: Auth } = ${json(api)};

/** The operation of each tool. */
export const operations: Readonly<Record<string, Operation>> = ${json(Object.fromEntries(entries))};
`;
    return { path: dataPath(source), text: `${notice}\n${text}` };
  }
  const entries = named.map(({ name, tool }) => [
    name,
    { name: tool.name, isObjectResult: tool.outputSchema !== undefined },
  ]);
  const required = [...new Set(tools.flatMap(({ requirements = [] }) => requirements))].toSorted();
  const text = `import type { UpstreamAddress, UpstreamTool } from "./upstream.ts";

/** The original server; undefined if the tools were imported from a saved list. */
export const upstream: UpstreamAddress | undefined = ${upstream ? json(upstream) : "undefined"};

/** What the tools require, by name. */
export const requirements: readonly string[] = ${json(required)};

/** The tool of the original server for each tool of the contracts. */
export const tools: Readonly<Record<string, UpstreamTool>> = ${json(Object.fromEntries(entries))};
`;
  return { path: dataPath(source), text: `${notice}\n${text}` };
}

/** The request with the names of failures as generated code has them. */
function operationOf({ failures, ...request }: HttpRequest): object {
  const named = Object.entries(failures).map(([status, code]) => [status, camelCase(code)]);
  return { ...request, failures: Object.fromEntries(named) };
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
