/** A web page with CodeMirror and its language client. Messages go through the test. */
import { languageServerExtensions, LSPClient } from "@codemirror/lsp-client";
import { EditorView } from "@codemirror/view";

export interface EditorPage {
  /** Given by the test. */
  toServer(message: string): Promise<void>;
  connect(rootUri: string): Promise<void>;
  fromServer(message: string): void;
  open(id: string, uri: string, text: string): void;
  textOf(id: string): string;
  /** Puts the cursor behind the first occurrence of a text, and tells where it is on the page. */
  place(id: string, before: string): { readonly x: number; readonly y: number };
}

const page = window as unknown as EditorPage;
const receivers = new Set<(message: string) => void>();
const views = new Map<string, EditorView>();
let client: LSPClient;

function viewOf(id: string): EditorView {
  const view = views.get(id);
  if (!view) throw new Error(`${id} is not open`);
  return view;
}

Object.assign(page, {
  async connect(rootUri: string) {
    client = new LSPClient({ rootUri, timeout: 300_000, extensions: languageServerExtensions() });
    client.connect({
      send: (message) => void page.toServer(message),
      subscribe: (receive) => void receivers.add(receive),
      unsubscribe: (receive) => void receivers.delete(receive),
    });
    await client.initializing;
  },
  fromServer(message: string) {
    for (const receive of receivers) receive(message);
  },
  open(id: string, uri: string, doc: string) {
    const parent = document.body.appendChild(document.createElement("section"));
    parent.id = id;
    views.set(id, new EditorView({ doc, parent, extensions: client.plugin(uri, "yaml") }));
  },
  textOf: (id: string) => viewOf(id).state.doc.toString(),
  place(id: string, before: string) {
    const view = viewOf(id);
    const anchor = view.state.doc.toString().indexOf(before) + before.length;
    view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor) });
    view.focus();
    const { left: x = 0, top = 0, bottom = 0 } = view.coordsAtPos(anchor) ?? {};
    return { x: x - 3, y: (top + bottom) / 2 };
  },
} satisfies Omit<EditorPage, "toServer">);
