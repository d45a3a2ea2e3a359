// The backoffice on standard input and output, three tools a page: `paged-server.ts mcp|mcp2 FOLDER`.
import * as mcp from "@proviso/server/mcp";
import * as mcp2 from "@proviso/server/mcp2";
import { openBackoffice, seededPrincipal } from "backoffice-server";

const [adapter, folder = ""] = process.argv.slice(2);
const { serveStdio } = adapter === "mcp2" ? mcp2 : mcp;
const backoffice = await openBackoffice(folder);
const connection = await serveStdio(backoffice.server, {
  principal: seededPrincipal("mia", new Date()),
  serverInfo: { name: "backoffice-server", version: "0.1.0" },
  toolsPerPage: 3,
});
await connection.closed;
await backoffice.close();
