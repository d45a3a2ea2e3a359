import { pieceOf } from "../../../../tooling/piece-of.ts";
import { checkWay } from "./check-way.ts";
import { overMcp } from "./over-mcp.ts";

const legacy = "2025-11-25";
const old = { client: "1.x", over: "stdio" } as const;
const current = { client: { mode: "auto" }, over: "stdio" } as const;

/** Every second one, counted in a circle, differs in client or adapter: CI tries such a pair of them. */
const all = [
  overMcp({ name: "1.x client, 1.x adapter, stdio", protocol: legacy }, { ...old, adapter: "mcp" }),
  overMcp({ name: "1.x client, 2.x adapter, stdio", protocol: legacy }, { ...old, adapter: "mcp2" }),
  overMcp(
    { name: "2.x client, 2.x adapter, stdio", protocol: "2026-07-28" },
    { ...current, adapter: "mcp2" },
  ),
  overMcp(
    { name: "2.x client of 2025, 2.x adapter, stdio", protocol: legacy },
    { ...current, client: { mode: "legacy" }, adapter: "mcp2" },
  ),
  overMcp({ name: "2.x client, 1.x adapter, stdio", protocol: legacy }, { ...current, adapter: "mcp" }),
];

for (const way of pieceOf(all, 2)) checkWay(way);
