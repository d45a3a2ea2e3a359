import { checkWay } from "./check-way.ts";
import { overMcp } from "./over-mcp.ts";

checkWay(
  overMcp(
    { name: "2.x client, 1.x adapter, stdio", protocol: "2025-11-25" },
    { client: { mode: "auto" }, adapter: "mcp", over: "stdio" },
  ),
);
