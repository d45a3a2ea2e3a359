/** The members that the servers of both SDKs have. */
interface AnyServer {
  assertCanSetRequestHandler(method: string): void;
}

/**
 * Returns the low-level server of what the option `beside` made, to which the tools are added. Throws a TypeError if it is no server of
 * this SDK, or has tools of its own: without a contract nothing would be enforced on them.
 */
export function hostServer<Server extends AnyServer>(
  made: object,
  serverType: abstract new (...args: never) => Server,
  sdk: string,
): Server {
  const server = "server" in made ? made.server : made;
  if (!(server instanceof serverType))
    throw new TypeError(`\`beside\` must make a \`Server\` or an \`McpServer\` of \`${sdk}\``);
  try {
    for (const method of ["tools/list", "tools/call"]) server.assertCanSetRequestHandler(method);
  } catch {
    throw new TypeError(
      "the server of `beside` has tools of its own: give them contracts, or leave them out",
    );
  }
  return server;
}
