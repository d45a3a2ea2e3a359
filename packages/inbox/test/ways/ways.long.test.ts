import { pieceOf } from "../../../../tooling/piece-of.ts";
import { checkWay } from "../../../server/test/ways/check-way.ts";
import { overMcp } from "../../../server/test/ways/over-mcp.ts";
import { approvals } from "./approvals.ts";
import { opening } from "./product.ts";

/** CI tries every other: all clients and both adapters. */
const all = [
  ["1.x", "mcp"],
  ["1.x", "mcp2"],
  [{ mode: "legacy" }, "mcp2"],
  [{ mode: "legacy" }, "mcp"],
  [{ mode: "auto" }, "mcp"],
  [{ mode: "auto" }, "mcp2"],
] as const;

for (const [client, adapter] of pieceOf(all, 3)) {
  const mode = client === "1.x" ? client : `2.x (${client.mode})`;
  const protocol = adapter === "mcp2" && mode.endsWith("(auto)") ? "2026-07-28" : "2025-11-25";
  const name = `${mode} client, ${adapter} adapter, stdio`;
  checkWay(overMcp({ name, protocol }, { client, adapter, over: "stdio" }), { approvals }, opening);
}
