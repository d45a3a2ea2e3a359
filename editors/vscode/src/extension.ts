import { dirname } from "node:path";
import { commands, type ExtensionContext, window, workspace } from "vscode";
import { LanguageClient, TransportKind } from "vscode-languageclient/node";
import { findPrograms, type Program } from "./find-programs.ts";

let clients: readonly LanguageClient[] = [];

/** VS Code calls it only in a trusted workspace: see `capabilities` in package.json. */
export async function activate(context: ExtensionContext): Promise<void> {
  context.subscriptions.push(commands.registerCommand("proviso.restart", restart));
  context.subscriptions.push(workspace.onDidChangeWorkspaceFolders(restart));
  await start();
}

export async function deactivate(): Promise<void> {
  const running = clients;
  clients = [];
  await Promise.all(running.map((client) => client.stop()));
}

async function restart(): Promise<void> {
  await deactivate();
  await start();
}

async function start(): Promise<void> {
  if (!workspace.isTrusted) return;
  const configurations = await workspace.findFiles("**/proviso.yaml", "**/node_modules/**");
  const projects = configurations.flatMap((uri) => {
    const root = workspace.getWorkspaceFolder(uri)?.uri.fsPath;
    return root === undefined ? [] : [{ folder: dirname(uri.fsPath), workspace: root }];
  });
  const { programs, without } = findPrograms(projects);
  clients = programs.map(clientFor);
  await Promise.all(clients.map((client) => client.start()));
  const [missing] = without;
  if (missing !== undefined)
    void window.showWarningMessage(
      `Proviso: no language server is installed for ${missing}. Run \`npm install --save-dev proviso @proviso/language-server\` there.`,
    );
}

function clientFor({ file, folder, projects }: Program): LanguageClient {
  const run = { module: file, args: ["lsp"], transport: TransportKind.stdio, options: { cwd: folder } };
  const documentSelector = projects.map((project) => ({
    scheme: "file",
    language: "yaml",
    pattern: `${project.replaceAll("\\", "/")}/**/*.{yaml,yml}`,
  }));
  return new LanguageClient("proviso", "Proviso", { run, debug: run }, { documentSelector });
}
