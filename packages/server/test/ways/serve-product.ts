import { flushCompileCache } from "node:module";
import type { EnforcingServer } from "../../src/api/outcome.ts";
import * as mcp from "../adapters/mcp.ts";
import * as mcp2 from "../adapters/mcp2.ts";
import { principals, type Who } from "./product.ts";
import { serverInfo } from "./server-info.ts";

/** Serves a product on standard input and output: `PROGRAM mcp|mcp2 PRINCIPAL EFFECTS`. */
export async function serveProduct(open: (effects: string) => EnforcingServer): Promise<void> {
  const [adapter, who, effects = ""] = process.argv.slice(2);
  const { serveStdio } = adapter === "mcp2" ? mcp2 : mcp;
  const server = open(effects);
  const connection = await serveStdio(server, { principal: principals[who as Who], serverInfo });
  flushCompileCache();
  await connection.closed;
  await server.close();
}
