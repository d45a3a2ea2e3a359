import type { Tool } from "@proviso/verify";
import { openTokens } from "backoffice-server";
import { connect } from "../../../../packages/verify/src/target/connect.ts";
import { readTool } from "../../../../packages/verify/src/target/tools.ts";
import { openWorld } from "./world.ts";

/** The tools as a client gets them over MCP, by wire name. */
export type ListedTools = ReadonlyMap<string, Tool>;

export async function listTools(): Promise<ListedTools> {
  await using world = await openWorld();
  const { issue, authenticate } = openTokens(world.folder);
  const served = await world.server.serve({ http: 0, authenticate, signals: false });
  if (!("url" in served)) throw new Error("the sample does not serve HTTP");
  // Tokens are checked by the system's clock.
  const headers = { authorization: `Bearer ${await issue(world.caller())}` };
  const connection = await connect({ url: String(served.url), headers }, () => {});
  const { tools } = await connection.list();
  await connection.close();
  return new Map(tools.flatMap((each) => readTool(each) ?? []).map((tool) => [tool.name, tool]));
}
