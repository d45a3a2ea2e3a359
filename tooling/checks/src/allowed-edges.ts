/**
 * Which packages of this workspace a package may import. The compile side (compiler, emitters, proviso) and the run side
 * (server, client, trail) share only the manifest.
 */
export const allowedEdges: Readonly<Record<string, readonly string[]>> = {
  "@proviso/manifest": [],
  "@proviso/terminal": ["@proviso/manifest"], // which characters are hidden
  "@proviso/compiler": ["@proviso/manifest"],
  "@proviso/emitters": ["@proviso/compiler", "@proviso/manifest"],
  "@proviso/prove": ["@proviso/compiler", "@proviso/manifest"],
  "@proviso/changes": ["@proviso/compiler", "@proviso/manifest", "@proviso/prove"], // whether a changed condition asks for fewer calls
  proviso: [
    "@proviso/changes",
    "@proviso/compiler",
    "@proviso/emitters",
    "@proviso/manifest",
    "@proviso/prove",
    "@proviso/terminal",
  ],
  "create-proviso": ["proviso"], // starts `proviso init`
  "@proviso/language-server": ["@proviso/compiler", "@proviso/manifest", "@proviso/terminal", "proviso"], // started by `proviso lsp`
  "@proviso/server": ["@proviso/manifest"],
  "@proviso/client": ["@proviso/manifest"],
  "@proviso/trail": ["@proviso/manifest", "@proviso/server", "@proviso/terminal"], // plugged in by the host; its program is started by `proviso audit`
  "@proviso/inbox": ["@proviso/manifest", "@proviso/server", "@proviso/terminal", "@proviso/trail"], // plugged in by the host; its program is started by `proviso approvals`
  "@proviso/dbos": ["@proviso/server"], // plugged in by the host
  "@proviso/gateway": [
    "@proviso/compiler",
    "@proviso/inbox",
    "@proviso/manifest",
    "@proviso/server",
    "@proviso/terminal",
    "@proviso/replay",
    "@proviso/trail",
    "proviso",
  ], // started by `proviso gateway`; reads contracts as it does, and runs the stages around a handler that forwards
  "@proviso/replay": [
    "@proviso/manifest",
    "@proviso/server",
    "@proviso/terminal",
    "@proviso/trail",
    "proviso",
  ], // started by `proviso replay`; reads contracts as it does, and runs the stages over recorded calls
  "@proviso/codemode": ["@proviso/manifest", "@proviso/server"], // plugged in by the host
  "@proviso/verify": [
    "@proviso/compiler",
    "@proviso/manifest",
    "@proviso/terminal",
    "@proviso/trail",
    "proviso",
  ], // started by `proviso verify`; reads contracts as it does, and signs reports as the trail signs heads
  "@backoffice/server": ["@backoffice/schemas", "@proviso/server"],
  "@backoffice/client": ["@backoffice/schemas", "@proviso/client"],
  "@backoffice/schemas": ["@proviso/manifest"],
  "@backoffice/docs": [],
  "@backoffice/hosts": [],
  "backoffice-server": [
    "@backoffice/schemas",
    "@backoffice/server",
    "@proviso/inbox",
    "@proviso/server",
    "@proviso/terminal",
    "@proviso/trail",
  ],
  backoffice: [
    "@backoffice/client",
    "@proviso/client",
    "@proviso/manifest",
    "@proviso/terminal",
    "@proviso/trail",
    "backoffice-server",
  ], // starts the server; never imports it
  "backoffice-web": [
    "@backoffice/schemas",
    "@backoffice/server",
    "@proviso/server",
    "@proviso/terminal",
    "backoffice-server",
  ], // in process: no MCP, no client
  "@proviso/site": [
    "@proviso/compiler",
    "@proviso/manifest",
    "@proviso/prove",
    "@proviso/server",
    "@proviso/terminal",
    "proviso",
  ], // who is asked, what is a trifecta, what a permission adds, the lines of a contract; the stages, to try calls in a page
  "@proviso/docs": [
    "@proviso/compiler",
    "@proviso/emitters",
    "@proviso/manifest",
    "@proviso/site",
    "proviso",
  ], // the playground; pages of codes
};

/** Libraries that exactly one file of the whole workspace, or of each named package, imports. */
export const singleImporters: readonly { readonly library: string; readonly in?: string }[] = [
  { library: "yaml" },
  { library: "ts-morph" },
  { library: "handlebars" },
  { library: "oxfmt" },
  { library: "@marcbachmann/cel-js" },
  { library: "@modelcontextprotocol/sdk", in: "packages/server" },
  { library: "@modelcontextprotocol/server", in: "packages/server" },
  { library: "@modelcontextprotocol/sdk", in: "packages/client" },
  { library: "@modelcontextprotocol/client", in: "packages/client" },
  { library: "@modelcontextprotocol/client", in: "packages/cli" },
  { library: "@modelcontextprotocol/client", in: "packages/gateway" },
  { library: "@modelcontextprotocol/server", in: "packages/gateway" },
  { library: "openid-client" },
  { library: "@dbos-inc/dbos-sdk" },
  { library: "pg", in: "packages/server" },
  { library: "pg", in: "packages/verify" },
  { library: "@modelcontextprotocol/client", in: "packages/verify" },
  { library: "json-schema-faker" },
  { library: "web-push" },
];
