/** The configuration of an imported project, whose generated code is in its own package. */
export function newConfig(product: string): string {
  return `# yaml-language-server: $schema=node_modules/proviso/schemas/project.json
# Contracts for the tools of ${product}, imported from its server. \`proviso todo\` says what is still to be decided.
proviso: 1
product: ${product}
contracts: [contracts/*.yaml]
# Generated code becomes folders of this package. \`proviso generate\` owns them; do not edit what is inside.
layout: folders
outputs:
  schemas: src/generated/schemas
  server: src/generated/server
  client: src/generated/client
`;
}
