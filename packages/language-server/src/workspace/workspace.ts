import { dirname, relative, sep } from "node:path";
import { configName, findProject, type ProjectPlace, UsageError } from "proviso/project";
import type { TextDocuments } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { filePathOf } from "./file-path.ts";
import { openSession, type ProjectSession } from "./session.ts";
import type { OpenDocuments, Snapshot } from "./snapshot.ts";

/** A document in its project. */
export interface DocumentPlace {
  readonly snapshot: Snapshot;
  /** From the project's root, with `/`. */
  readonly path: string;
  readonly document: TextDocument;
}

/** The projects of which documents were opened. */
export interface Workspace {
  /** Where a document is; undefined if it is no file of a project. */
  placeOf(uri: string): Promise<DocumentPlace | undefined>;
  /** Says that a document was opened, edited, saved or closed, or that a file changed outside the editor. */
  touch(uri: string): Promise<void>;
  close(): void;
}

interface WorkspaceOptions {
  readonly documents: Pick<TextDocuments<TextDocument>, "all" | "get">;
  settled(snapshot: Snapshot): void;
  /** Its configuration is gone. */
  closed(root: string): void;
  failed(error: unknown): void;
}

export function openWorkspace({ documents, ...events }: WorkspaceOptions): Workspace {
  const sessions = new Map<string, ProjectSession>();
  const sessionOf = async (uri: string): Promise<ProjectSession | undefined> => {
    const place = await projectOf(uri);
    if (!place) return undefined;
    const { root } = place;
    const known = sessions.get(root);
    if (known) return known;
    const session = openSession(place, { openDocuments: () => openIn(root, documents.all()), ...events });
    sessions.set(root, session);
    return session;
  };
  const closeWithoutConfig = async (): Promise<void> => {
    for (const [root, session] of sessions) {
      if ((await projectIn(root))?.root === root) continue;
      session.close();
      sessions.delete(root);
      events.closed(root);
    }
  };
  return {
    async placeOf(uri) {
      const own = await sessionOf(uri);
      // A file that several projects use is shown as one of them has it.
      for (const session of [...(own ? [own] : []), ...sessions.values()]) {
        const snapshot = await session.current();
        const path = pathFrom(snapshot.root, uri);
        const document = path === undefined ? undefined : snapshot.documents.get(path);
        if (document && path !== undefined) return { snapshot, path, document };
      }
      return undefined;
    },
    async touch(uri) {
      if (uri.endsWith(`/${configName}`)) {
        await closeWithoutConfig();
        // A new configuration can begin a project around documents that are open already.
        for (const document of documents.all()) (await sessionOf(document.uri))?.touch();
      }
      if (documents.get(uri)) (await sessionOf(uri))?.touch();
      // A file outside a project may be used by it.
      for (const [root, session] of sessions) if (pathFrom(root, uri) !== undefined) session.touch();
    },
    close() {
      for (const session of sessions.values()) session.close();
    },
  };
}

/** Copies, which later edits do not change. */
function openIn(root: string, documents: readonly TextDocument[]): OpenDocuments {
  return new Map(
    documents.flatMap((document) => {
      const { uri, languageId, version } = document;
      const path = pathFrom(root, uri);
      if (path === undefined) return [];
      return [[path, TextDocument.create(uri, languageId, version, document.getText())]];
    }),
  );
}

async function projectOf(uri: string): Promise<ProjectPlace | undefined> {
  const file = filePathOf(uri);
  return file === undefined ? undefined : projectIn(dirname(file));
}

/** Undefined if there is none in this folder or above. */
async function projectIn(folder: string): Promise<ProjectPlace | undefined> {
  try {
    return await findProject(folder, undefined);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/** From the root, with `/`; begins with `..` outside of it. Undefined for a document that is no file. */
function pathFrom(root: string, uri: string): string | undefined {
  const file = filePathOf(uri);
  const path = file === undefined ? "" : relative(root, file);
  return path === "" ? undefined : path.split(sep).join("/");
}
