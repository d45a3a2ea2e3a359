import { checkWay } from "./check-way.ts";
import { overMcp } from "./over-mcp.ts";

checkWay(
  overMcp(
    { name: "2.x client of 2025, 2.x adapter, stdio", protocol: "2025-11-25" },
    { client: { mode: "legacy" }, adapter: "mcp2", over: "stdio" },
  ),
);
