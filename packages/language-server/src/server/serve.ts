import { format } from "@proviso/compiler";
import { configName, ownVersion } from "proviso/project";
import {
  type Connection,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
  type InitializeResult,
  TextDocuments,
  TextDocumentSyncKind,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { createPublisher } from "../findings/publisher.ts";
import { codeActions, fixAllKind } from "../fixes/code-actions.ts";
import { wholeOf } from "../text/ranges.ts";
import { openWorkspace, type Place } from "../workspace/workspace.ts";

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
  /** Answers for a document of a project; for any other, there is no answer. */
  const at = async <Answer>(uri: string, answer: (place: Place) => Answer): Promise<Answer | null> => {
    const place = await workspace.placeOf(uri);
    return place ? answer(place) : null;
  };
  connection.onCodeAction((asked) => at(asked.textDocument.uri, (place) => codeActions(place, asked)));
  connection.onDocumentFormatting(({ textDocument }) =>
    at(textDocument.uri, ({ path, document }) => {
      const { text } = path === configName ? {} : format({ path, text: document.getText() });
      return text === undefined || text === document.getText()
        ? []
        : [{ range: wholeOf(document), newText: text }];
    }),
  );
  connection.onShutdown(() => workspace.close());
  connection.listen();
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
    const watchers = [{ globPattern: "**/*.{yaml,yml,hbs}" }];
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
};
