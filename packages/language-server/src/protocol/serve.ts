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
  type WorkspaceEdit,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { complete } from "./complete.ts";
import { createPublisher } from "./publisher.ts";
import { codeActions, fixAllKind } from "./code-actions.ts";
import { hover } from "./hover.ts";
import { definitions, highlights, references } from "./navigate.ts";
import { prepareRename, rename } from "./rename.ts";
import { outline } from "./outline.ts";
import { plainEdit } from "../workspace/plain-edit.ts";
import { wholeOf } from "../workspace/ranges.ts";
import { openWorkspace, type DocumentPlace, type Workspace } from "../workspace/workspace.ts";

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
  const client: Client = { watchesFiles: false, takesVersions: false };
  connection.onInitialize(({ capabilities: { workspace: has } }: InitializeParams): InitializeResult => {
    client.watchesFiles = has?.didChangeWatchedFiles?.dynamicRegistration === true;
    client.takesVersions = has?.workspaceEdit?.documentChanges === true;
    return { capabilities: offered, serverInfo: { name: "proviso", version: ownVersion } };
  });
  watchFiles(connection, client, touch);
  answerRequests(connection, client, workspace);
  connection.onShutdown(() => workspace.close());
  connection.listen();
}

/** What the editor offers, known as soon as it has connected. */
interface Client {
  watchesFiles: boolean;
  takesVersions: boolean;
}

function answerRequests(connection: Connection, client: Client, workspace: Workspace): void {
  const forClient = (edit: WorkspaceEdit): WorkspaceEdit => (client.takesVersions ? edit : plainEdit(edit));
  /** Answers for a contract of a project. For any other document there is no answer. */
  const inContract =
    <Asked extends { readonly textDocument: { readonly uri: string } }, Answer>(
      answer: (place: DocumentPlace, asked: Asked) => Answer,
    ) =>
    async (asked: Asked): Promise<Answer | null> => {
      const place = await workspace.placeOf(asked.textDocument.uri);
      return place && place.path !== configName ? answer(place, asked) : null;
    };
  connection.onCodeAction(
    inContract((place, asked) =>
      codeActions(place, asked).map((action) =>
        action.edit ? { ...action, edit: forClient(action.edit) } : action,
      ),
    ),
  );
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
  connection.onRenameRequest(
    inContract((place, { position, newName }) => {
      const edit = rename(place, position, newName);
      return edit && forClient(edit);
    }),
  );
}

function formatDocument({ path, document }: DocumentPlace): TextEdit[] {
  const { text } = format({ path, text: document.getText() });
  if (text === undefined || text === document.getText()) return [];
  return [{ range: wholeOf(document), newText: text }];
}

/** Asks the editor for changes of files, if it offers to report them. */
function watchFiles(connection: Connection, client: Client, touch: (uri: string) => void): void {
  connection.onInitialized(async () => {
    if (!client.watchesFiles) return;
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
