import { checkWay, ofCalls } from "./check-way.ts";
import { overMcp } from "./over-mcp.ts";

const through = { over: "HTTP", through: true } as const;

checkWay(
  overMcp(
    { name: "`call_tool`, 1.x adapter", protocol: "2025-11-25" },
    { ...through, client: "1.x", adapter: "mcp" },
  ),
  ofCalls,
);
checkWay(
  overMcp(
    { name: "`call_tool`, 2.x adapter", protocol: "2026-07-28" },
    { ...through, client: { mode: "auto" }, adapter: "mcp2" },
  ),
  ofCalls,
);
