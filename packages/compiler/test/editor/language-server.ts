import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";

export interface EditorDiagnostic {
  readonly message: string;
  readonly range: { readonly start: EditorPosition; readonly end: EditorPosition };
}
/** Lines and characters count from 0, as editors do. */
export interface EditorPosition {
  readonly line: number;
  readonly character: number;
}

/** A file as an editor has it open, with the real yaml-language-server behind it. */
export interface Editor {
  /** Opens a file that need not exist, and answers what is underlined in it. */
  open(uri: string, text: string): Promise<readonly EditorDiagnostic[]>;
  complete(uri: string, position: EditorPosition): Promise<readonly string[]>;
  hover(uri: string, position: EditorPosition): Promise<string>;
  close(): Promise<void>;
}

const settings = { validate: true, hover: true, completion: true, schemaStore: { enable: false } };
const bin = fileURLToPath(
  new URL("../../node_modules/yaml-language-server/bin/yaml-language-server", import.meta.url),
);

export async function startEditor(): Promise<Editor> {
  const server = spawn(process.execPath, [bin, "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
  const connection = createMessageConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  answerServer(connection);
  const underlined = new Map<string, (diagnostics: readonly EditorDiagnostic[]) => void>();
  connection.onNotification("textDocument/publishDiagnostics", ({ uri, diagnostics }) =>
    underlined.get(uri)?.(diagnostics),
  );
  connection.listen();
  await connection.sendRequest("initialize", { processId: process.pid, rootUri: null, capabilities });
  await connection.sendNotification("initialized", {});
  await connection.sendNotification("workspace/didChangeConfiguration", { settings: { yaml: settings } });
  return {
    open: (uri, text) =>
      new Promise((resolve) => {
        underlined.set(uri, resolve);
        const textDocument = { uri, languageId: "yaml", version: 1, text };
        void connection.sendNotification("textDocument/didOpen", { textDocument });
      }),
    async complete(uri, position) {
      const found = await ask<{ items: { label: string }[] }>(connection, "completion", uri, position);
      return found.items.map(({ label }) => label);
    },
    async hover(uri, position) {
      const found = await ask<{ contents: { value: string } } | null>(connection, "hover", uri, position);
      return found?.contents.value ?? "";
    },
    async close() {
      await connection.sendRequest("shutdown");
      await connection.sendNotification("exit");
      connection.dispose();
      server.kill();
    },
  };
}

const capabilities = {
  workspace: { configuration: true },
  textDocument: {
    publishDiagnostics: {},
    hover: { contentFormat: ["markdown"] },
    completion: { completionItem: { snippetSupport: false } },
  },
};

/** What the server asks of an editor. */
function answerServer(connection: MessageConnection): void {
  connection.onRequest("workspace/configuration", ({ items }: { items: { section?: string }[] }) =>
    items.map(({ section }) => (section === "yaml" ? settings : {})),
  );
  connection.onRequest("client/registerCapability", () => null);
}

function ask<Answer>(
  connection: MessageConnection,
  method: "completion" | "hover",
  uri: string,
  position: EditorPosition,
): Promise<Answer> {
  return connection.sendRequest(`textDocument/${method}`, { textDocument: { uri }, position });
}
