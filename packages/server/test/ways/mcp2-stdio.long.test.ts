import { checkWay } from "./check-way.ts";
import { overMcp } from "./over-mcp.ts";

checkWay(
  overMcp(
    { name: "2.x client, 2.x adapter, stdio", protocol: "2026-07-28" },
    { client: { mode: "auto" }, adapter: "mcp2", over: "stdio" },
  ),
);
