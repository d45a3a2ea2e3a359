import { format } from "@proviso/compiler";
import { configName, ownVersion } from "proviso/project";
import {
  type Connection,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
  type InitializeResult,
  TextDocuments,
  TextDocumentSyncKind,
  type TextEdit,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { complete } from "../complete/complete.ts";
import { createPublisher } from "../findings/publisher.ts";
import { codeActions, fixAllKind } from "../fixes/code-actions.ts";
import { hover } from "../hover/hover.ts";
import { definitions, highlights, references } from "../names/navigate.ts";
import { prepareRename, rename } from "../names/rename.ts";
import { outline } from "../outline/outline.ts";
import { wholeOf } from "../text/ranges.ts";
import { openWorkspace, type Place, type Workspace } from "../workspace/workspace.ts";

/** Serves an editor until it ends the connection. */
export function serve(connection: Connection): void {
  const documents = new TextDocuments(TextDocument);
  const failed = (error: unknown): void => connection.console.error(String(error));
  const publisher = createPublisher((parameters) => void connection.sendDiagnostics(parameters));
  const workspace = openWorkspace({
    documents,
    settled: (snapshot) => publisher.publish(snapshot),
    closed: (root) => publisher.clear(root),
    failed,
  });
  const touch = (uri: string): void => void workspace.touch(uri).catch(failed);
  documents.onDidChangeContent(({ document }) => touch(document.uri));
  documents.onDidSave(({ document }) => touch(document.uri));
  documents.onDidClose(({ document }) => touch(document.uri));
  documents.listen(connection);
  watchFiles(connection, touch);
  answerRequests(connection, workspace);
  connection.onShutdown(() => workspace.close());
  connection.listen();
}

function answerRequests(connection: Connection, workspace: Workspace): void {
  /** Answers for a contract of a project. For any other document there is no answer. */
  const inContract =
    <Asked extends { readonly textDocument: { readonly uri: string } }, Answer>(
      answer: (place: Place, asked: Asked) => Answer,
    ) =>
    async (asked: Asked): Promise<Answer | null> => {
      const place = await workspace.placeOf(asked.textDocument.uri);
      return place && place.path !== configName ? answer(place, asked) : null;
    };
  connection.onCodeAction(inContract(codeActions));
  connection.onDocumentFormatting(inContract((place) => formatDocument(place)));
  connection.onDocumentSymbol(inContract((place) => outline(place)));
  connection.onCompletion(inContract((place, { position }) => complete(place, position)));
  connection.onHover(inContract((place, { position }) => hover(place, position)));
  connection.onDefinition(inContract((place, { position }) => definitions(place, position)));
  connection.onDocumentHighlight(inContract((place, { position }) => highlights(place, position)));
  connection.onReferences(
    inContract((place, { position, context }) => references(place, position, context.includeDeclaration)),
  );
  connection.onPrepareRename(inContract((place, { position }) => prepareRename(place, position)));
  connection.onRenameRequest(inContract((place, { position, newName }) => rename(place, position, newName)));
}

function formatDocument({ path, document }: Place): TextEdit[] {
  const { text } = format({ path, text: document.getText() });
  if (text === undefined || text === document.getText()) return [];
  return [{ range: wholeOf(document), newText: text }];
}

/** Asks the editor for changes of files, if it offers to report them. */
function watchFiles(connection: Connection, touch: (uri: string) => void): void {
  let isWatching = false;
  connection.onInitialize(({ capabilities }: InitializeParams): InitializeResult => {
    isWatching = capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    return { capabilities: offered, serverInfo: { name: "proviso", version: ownVersion } };
  });
  connection.onInitialized(async () => {
    if (!isWatching) return;
    // `.proviso.json` records what was generated, which some findings compare with.
    const watchers = [{ globPattern: "**/*.{yaml,yml,hbs}" }, { globPattern: "**/.proviso.json" }];
    await connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    for (const { uri } of changes) touch(uri);
  });
}

const offered: InitializeResult["capabilities"] = {
  positionEncoding: "utf-16",
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
  codeActionProvider: { codeActionKinds: ["quickfix", fixAllKind] },
  documentFormattingProvider: true,
  documentSymbolProvider: true,
  completionProvider: { triggerCharacters: [" ", ":", "[", "{", ",", "-", ".", '"'] },
  hoverProvider: true,
  definitionProvider: true,
  documentHighlightProvider: true,
  referencesProvider: true,
  renameProvider: { prepareProvider: true },
};
