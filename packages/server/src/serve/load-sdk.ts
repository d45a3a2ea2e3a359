const packages = { 1: "@modelcontextprotocol/sdk", 2: "@modelcontextprotocol/server" } as const;

/** Loads an adapter by the wanted generation of the SDK, else by the newest installed. */
export async function loadSdk<Adapter>(
  wanted: 1 | 2 | undefined,
  adapters: Readonly<Record<1 | 2, () => Promise<Adapter>>>,
): Promise<Adapter> {
  const candidates = ([2, 1] as const).filter((sdk) => wanted === undefined || sdk === wanted);
  if (candidates.length === 0) throw new TypeError("`sdk` must be 1 or 2");
  for (const sdk of candidates) {
    try {
      return await adapters[sdk]();
    } catch (error) {
      if (!isMissing(error, packages[sdk])) throw error;
    }
  }
  const names = candidates.map((sdk) => `\`${packages[sdk]}\``).join(" or ");
  throw new Error(`no MCP SDK is installed: add ${names} to the dependencies of this program`);
}

/** Whether the package itself is not installed. A package that it lacks is another error. */
function isMissing(error: unknown, name: string): boolean {
  if (!(error instanceof Error) || !("code" in error) || error.code !== "ERR_MODULE_NOT_FOUND") return false;
  return error.message.startsWith(`Cannot find package '${name}'`);
}
