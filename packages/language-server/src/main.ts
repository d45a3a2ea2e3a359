import process from "node:process";
import { createConnection } from "vscode-languageserver/node";
import { serve } from "./protocol/serve.ts";

const usage = `proviso-language-server [--stdio]: the language server for tool contracts, over standard input and output.
Editors start it as \`proviso lsp\`.`;

/** The program `proviso-language-server`, which `proviso lsp` starts. */
export function main(): void {
  const [wrong] = process.argv.slice(2).filter((word) => word !== "--stdio");
  if (wrong === undefined) return serve(createConnection(process.stdin, process.stdout));
  const isHelp = wrong === "--help" || wrong === "-h";
  (isHelp ? process.stdout : process.stderr).write(`${usage}\n`);
  process.exitCode = isHelp ? 0 : 2;
}
