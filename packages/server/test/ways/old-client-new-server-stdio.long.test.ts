import { checkWay } from "./check-way.ts";
import { overMcp } from "./over-mcp.ts";

checkWay(
  overMcp(
    { name: "1.x client, 2.x adapter, stdio", protocol: "2025-11-25" },
    { client: "1.x", adapter: "mcp2", over: "stdio" },
  ),
);
