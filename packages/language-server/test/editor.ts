import { type ChildProcessByStdio, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough, type Readable, type Writable } from "node:stream";
import { fileURLToPath, pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import type {
  ClientCapabilities,
  Diagnostic,
  InitializeResult,
  Position,
  PublishDiagnosticsParams,
  Range,
  TextEdit,
  WorkspaceEdit,
} from "vscode-languageserver";
import { createConnection } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { serve } from "../src/protocol/serve.ts";

export const config = `proviso: 1
product: acme
contracts: [contracts/*.yaml]
packages: { scope: "@acme", license: MIT }
outputs: { schemas: out/schemas }
`;

export const notes = `proviso: 1
domain: notes
description: Notes that people keep.
types:
  noteId: { type: string, pattern: "^n_[a-z0-9]{6}$", description: Identifies a note. }
permissions:
  notes:read: Read notes.
  notes:write: Add and remove notes.
failureModes:
  note_missing: { description: There is no such note. }
tools:
  get:
    title: Get a note
    description: Returns the text of a note that was kept before.
    category: reading
    riskLevel: low
    inputSchema: { noteId: noteId }
    outputSchema: { text: string }
    permissions: [notes:read]
    sideEffects: []
    auditEvent: note.read
    failureModes: [note_missing]
    dataFlow: { readsPrivate: true, returnsUntrusted: false }
    examples: [{ input: { noteId: n_abc123 } }]
  remove:
    title: Remove a note
    description: Removes a note for good. There is no way to get it back.
    category: writing
    riskLevel: critical
    stepUpAuth: { when: "!('notes:write' in principal.permissions)", maxAge: 5m }
    inputSchema: { noteId: noteId }
    outputSchema: { status: removed | scheduled }
    permissions: [notes:write]
    sideEffects: [{ deletes: The note. }]
    auditEvent: note.removed
    failureModes: [note_missing]
    idempotency: { key: [noteId] }
    execution: { requirements: ["env:production"] }
    dataFlow: { readsPrivate: false, returnsUntrusted: false }
    examples: [{ input: { noteId: n_abc123 } }]
`;

/** Uses a type, a permission, a failure mode and a tool of `notes`. */
export const links = `proviso: 1
domain: links
description: Links between notes.
tools:
  find:
    title: Find links
    description: Lists the notes that a note links to, whatever their kind is.
    category: reading
    riskLevel: low
    inputSchema: { noteId: notes.noteId }
    outputSchema: { links: "notes.noteId[]" }
    permissions: [notes:read]
    sideEffects: []
    auditEvent: links.found
    failureModes: [notes.note_missing]
    dataFlow: { readsPrivate: true, returnsUntrusted: false }
    examples: [{ input: { noteId: n_abc123 } }]
    deprecated: { reason: Notes show their links., successor: notes.get }
`;

const cli = fileURLToPath(new URL("../../cli/bin/proviso.js", import.meta.url));
const ownPackage = fileURLToPath(new URL("..", import.meta.url));

/** An editor with the language server behind it, in a folder on disk that goes away with the test. */
export interface Editor {
  readonly root: string;
  readonly offered: InitializeResult;
  readonly rpc: MessageConnection;
  uri(path: string): string;
  /** Opens a document; without a text, with that of the file. */
  open(path: string, text?: string): Promise<void>;
  /** The text of an open document. */
  text(path: string): string;
  /** Replaces one part of an open document, as typing does. */
  type(path: string, before: string, after: string): Promise<void>;
  /** Replaces the whole text. */
  replace(path: string, text: string): Promise<void>;
  closeDocument(path: string): Promise<void>;
  /** Changes a file outside the editor; undefined deletes it. */
  write(path: string, text: string | undefined): Promise<void>;
  /** Waits until what is shown of a file fulfils a condition. */
  findings(path: string, until: (codes: readonly unknown[]) => boolean): Promise<readonly Diagnostic[]>;
  /** The messages with diagnostics so far. */
  readonly published: readonly PublishDiagnosticsParams[];
  /** Asks about the place behind `before` in an open document; it must occur once. */
  at<Answer>(method: string, path: string, before: string, more?: object): Promise<Answer>;
  ask<Answer>(method: string, path: string, more?: object): Promise<Answer>;
  /** The part of a file that a range covers. */
  shown(path: string, range: Range): Promise<string>;
  /** The texts of files as an edit leaves them. */
  applied(edit: WorkspaceEdit): Promise<Readonly<Record<string, string>>>;
  position(path: string, before: string): Position;
}

const allCapabilities: ClientCapabilities = {
  workspace: {
    didChangeWatchedFiles: { dynamicRegistration: true },
    workspaceEdit: { documentChanges: true },
  },
};

/** Runs a function at the end: of the test, unless a whole file shares the editor. */
type AtEnd = (end: () => Promise<void>) => void;

type Files = Readonly<Record<string, string>>;

/** A project in a folder that goes away with the test. */
export async function createFolder(files: Files = {}, atEnd: AtEnd = onTestFinished): Promise<string> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "proviso-lsp-")));
  atEnd(() => rm(root, { recursive: true, force: true }));
  await mkdir(join(root, "node_modules/@proviso"), { recursive: true });
  await symlink(ownPackage, join(root, "node_modules/@proviso/language-server"));
  const all = {
    "proviso.yaml": config,
    "contracts/notes.yaml": notes,
    "contracts/links.yaml": links,
    ...files,
  };
  for (const [path, text] of Object.entries(all)) if (text !== "") await saveIn(root, path, text);
  return root;
}

async function saveIn(root: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

export type Server = ChildProcessByStdio<Writable, Readable, null>;

export function startServer(cwd: string): Server {
  return spawn(process.execPath, [cli, "lsp", "--stdio"], { cwd, stdio: ["pipe", "pipe", "inherit"] });
}

/** An editor whose server runs in this process, which saves the start of one. */
export async function openEditor(
  files: Files = {},
  capabilities: ClientCapabilities = allCapabilities,
): Promise<Editor> {
  const root = await createFolder(files);
  const [toServer, toEditor] = [new PassThrough(), new PassThrough()];
  const connection = createConnection(new StreamMessageReader(toServer), new StreamMessageWriter(toEditor));
  serve(connection);
  const rpc = connect(toEditor, toServer);
  onTestFinished(async () => {
    await rpc.sendRequest("shutdown");
    rpc.dispose();
    connection.dispose();
  });
  // The server would watch the process and end its own.
  return open(root, rpc, null, capabilities);
}

/** An editor with `proviso lsp` behind it, as an editor starts it. */
export async function startEditor(
  files: Files = {},
  atEnd: AtEnd = onTestFinished,
): Promise<Editor & { readonly server: Server }> {
  const root = await createFolder(files, atEnd);
  const server = startServer(root);
  const rpc = connect(server.stdout, server.stdin);
  atEnd(() => endServer(server, rpc));
  return { ...(await open(root, rpc, process.pid, allCapabilities)), server };
}

function connect(from: Readable, to: Writable): MessageConnection {
  return createMessageConnection(new StreamMessageReader(from), new StreamMessageWriter(to));
}

async function open(
  root: string,
  rpc: MessageConnection,
  processId: number | null,
  capabilities: ClientCapabilities,
): Promise<Editor> {
  const events = new EventEmitter();
  const published: PublishDiagnosticsParams[] = [];
  const watched: string[] = [];
  rpc.onNotification("textDocument/publishDiagnostics", (sent: PublishDiagnosticsParams) => {
    published.push(sent);
    events.emit("published");
  });
  rpc.onRequest("client/registerCapability", ({ registrations }) => {
    watched.push(...registrations.map(({ method }: { method: string }) => method));
    return null;
  });
  rpc.listen();
  const uri = (path: string): string => pathToFileURL(join(root, path)).href;
  const offered = await rpc.sendRequest<InitializeResult>("initialize", {
    processId,
    rootUri: pathToFileURL(root).href,
    capabilities,
  });
  await rpc.sendNotification("initialized", {});
  const documents = new Map<string, TextDocument>();
  const documentOf = (path: string): TextDocument => {
    const document = documents.get(path);
    if (!document) throw new Error(`${path} is not open`);
    return document;
  };
  const offsetBehind = (path: string, before: string): number => {
    const text = documentOf(path).getText();
    if (text.split(before).length !== 2) throw new Error(`\`${before}\` is not once in ${path}`);
    return text.indexOf(before) + before.length;
  };
  const ask = <Answer>(method: string, path: string, more: object = {}): Promise<Answer> =>
    rpc.sendRequest<Answer>(`textDocument/${method}`, { textDocument: { uri: uri(path) }, ...more });
  const onDisk = async (path: string): Promise<TextDocument> =>
    documents.get(path) ??
    TextDocument.create(uri(path), "yaml", 0, await readFile(join(root, path), "utf8"));
  const pathOf = (address: string): string => fileURLToPath(address).slice(root.length + 1);
  return {
    root,
    offered,
    rpc,
    published,
    uri,
    ask,
    async open(path, text) {
      const content = text ?? (await readFile(join(root, path), "utf8"));
      documents.set(path, TextDocument.create(uri(path), "yaml", 1, content));
      const textDocument = { uri: uri(path), languageId: "yaml", version: 1, text: content };
      await rpc.sendNotification("textDocument/didOpen", { textDocument });
    },
    text: (path) => documentOf(path).getText(),
    async type(path, before, after) {
      const document = documentOf(path);
      const end = offsetBehind(path, before);
      const range = { start: document.positionAt(end - before.length), end: document.positionAt(end) };
      const contentChanges = [{ range, text: after }];
      const version = document.version + 1;
      documents.set(path, TextDocument.update(document, contentChanges, version));
      const textDocument = { uri: uri(path), version };
      await rpc.sendNotification("textDocument/didChange", { textDocument, contentChanges });
    },
    async replace(path, text) {
      const version = documentOf(path).version + 1;
      documents.set(path, TextDocument.create(uri(path), "yaml", version, text));
      const textDocument = { uri: uri(path), version };
      await rpc.sendNotification("textDocument/didChange", { textDocument, contentChanges: [{ text }] });
    },
    async closeDocument(path) {
      documents.delete(path);
      await rpc.sendNotification("textDocument/didClose", { textDocument: { uri: uri(path) } });
    },
    async write(path, text) {
      if (text === undefined) await rm(join(root, path));
      else await saveIn(root, path, text);
      if (!watched.includes("workspace/didChangeWatchedFiles")) throw new Error("no files are watched");
      const changes = [{ uri: uri(path), type: text === undefined ? 3 : 2 }];
      await rpc.sendNotification("workspace/didChangeWatchedFiles", { changes });
    },
    async findings(path, until) {
      for (;;) {
        const last = published.findLast((each) => each.uri === uri(path));
        if (last && until(last.diagnostics.map(({ code }) => code))) return last.diagnostics;
        await once(events, "published");
      }
    },
    at: (method, path, before, more) =>
      ask(method, path, { position: documentOf(path).positionAt(offsetBehind(path, before)), ...more }),
    shown: async (path, range) => (await onDisk(path)).getText(range),
    async applied({ documentChanges = [] }) {
      const texts = documentChanges.flatMap((change) => ("edits" in change ? [change] : []));
      const changed = texts.map(async ({ textDocument, edits }) => {
        const path = pathOf(textDocument.uri);
        return [path, TextDocument.applyEdits(await onDisk(path), edits as TextEdit[])];
      });
      return Object.fromEntries(await Promise.all(changed));
    },
    position: (path, before) => documentOf(path).positionAt(offsetBehind(path, before)),
  };
}

async function endServer(server: Server, rpc: MessageConnection): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return rpc.dispose();
  const ended = once(server, "exit");
  await rpc.sendRequest("shutdown");
  await rpc.sendNotification("exit");
  await ended;
  rpc.dispose();
}
