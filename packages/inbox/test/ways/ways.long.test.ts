import { checkWay } from "../../../server/test/ways/check-way.ts";
import { overMcp } from "../../../server/test/ways/over-mcp.ts";
import { approvals } from "./approvals.ts";
import { opening } from "./product.ts";

for (const adapter of ["mcp", "mcp2"] as const)
  for (const client of ["1.x", { mode: "legacy" }, { mode: "auto" }] as const) {
    const mode = client === "1.x" ? client : `2.x (${client.mode})`;
    const protocol = adapter === "mcp2" && mode.endsWith("(auto)") ? "2026-07-28" : "2025-11-25";
    const name = `${mode} client, ${adapter} adapter, stdio`;
    checkWay(overMcp({ name, protocol }, { client, adapter, over: "stdio" }), { approvals }, opening);
  }
