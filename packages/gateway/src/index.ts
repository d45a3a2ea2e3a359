export {
  type Gateway,
  type GatewayOptions,
  openGateway,
  type UpstreamSettings,
} from "./serve/open-gateway.ts";
export { openState } from "./state/data-folder.ts";
export type { UpstreamSource } from "./upstream/source.ts";
export { streamTransport } from "./protocol/sdk.ts";
export { type Holding, type LedgerRow, ledgerOf } from "./ledger/ledger.ts";
export { readContracts } from "proviso/contracts";
export type { GatewayTool, ToolSet } from "./tools/gateway-tool.ts";
export type { UnlistedRule } from "./tools/gateway-tool.ts";
