/** The configuration of an imported project: all output folders are beside the contracts. */
export function newConfig(product: string): string {
  return `# yaml-language-server: $schema=node_modules/proviso/schemas/project.json
# Contracts for the tools of ${product}, imported from its server. \`proviso todo\` says what is still to be decided.
proviso: 1
product: ${product}
contracts: [contracts/*.yaml]
packages: { scope: "@${product}", license: UNLICENSED }
outputs:
  server: generated/server
  client: generated/client
  schemas: generated/schemas
  docs: generated/docs
handlers: src/handlers
`;
}
