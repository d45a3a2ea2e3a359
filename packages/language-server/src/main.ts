import process from "node:process";
import { createConnection } from "vscode-languageserver/node";
import { serve } from "./server/serve.ts";

/** The program `proviso-language-server`, which `proviso lsp` starts. */
export function main(): void {
  serve(createConnection(process.stdin, process.stdout));
}
