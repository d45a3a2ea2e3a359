// The contenders: how each is started, which hand-written files count as its lines, and what it keeps on record.
import { join } from "node:path";
import process from "node:process";

const here = import.meta.dirname;
const peers = join(here, "peers");

const mcp = (title, folder, file) => ({
  title,
  kind: "mcp",
  argv: (database, port) => [join(peers, folder, file), database, String(port)],
  counted: [join(peers, folder, file)],
});

/** In the order of the table. `records` and `isTamperNoticed` are there only where the contender keeps records. */
export const contenders = [
  {
    title: "Proviso",
    kind: "mcp",
    argv: (database, port) => [join(here, "proviso/src/server.ts"), database, String(port)],
    counted: ["contracts/shop.yaml", "proviso.yaml", "src/server.ts"].map((file) =>
      join(here, "proviso", file),
    ),
    trail: async (database) => (await import("./proviso/trail.mjs")).trailOf(database),
  },
  mcp("MCP SDK 2.4", "raw-sdk", "server.mjs"),
  mcp("fastmcp 4.20", "fastmcp", "server.mjs"),
  mcp("mcp-use 2.5", "mcp-use", "server.mjs"),
  {
    title: "AI SDK 7",
    kind: "in-process",
    argv: (database, port) => [join(peers, "ai-sdk/host.mjs"), database, String(port)],
    counted: [join(peers, "ai-sdk/tools.mjs")],
  },
];

/** Node as the contender's process runs it: TypeScript is stripped, warnings about that are not of interest. */
export const node = [process.execPath, "--disable-warning=ExperimentalWarning"];
