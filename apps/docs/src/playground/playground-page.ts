import { startTabs } from "@proviso/site/tabs";
import { createCompiler, type Outcome } from "./ask-worker.ts";
import type { Compilation, OutputFile } from "./compile-contract.ts";
import { fragmentOf, textOfFragment } from "./share-link.ts";
import { countFindings, element, findingItems } from "./show-findings.ts";
import { createEditor } from "./text-area.ts";

/** How long the page waits for the next key before it compiles, in milliseconds. */
const pauseInTyping = 150;

/** Runs the playground of this page. `start` starts the worker that compiles. */
export function startPlayground(root: HTMLElement, start: () => Worker): void {
  const find = finder(root);
  const status = find("[role=status]", HTMLElement);
  const examples = find("select[name=example]", HTMLSelectElement);
  const tools = find("select[name=tool]", HTMLSelectElement);
  const list = find(".findings", HTMLElement);
  const editor = createEditor(find("textarea", HTMLTextAreaElement), find(".numbers", HTMLElement));
  const texts = JSON.parse(find("script", HTMLElement).textContent) as Readonly<Record<string, string>>;
  let files: readonly OutputFile[] = [];

  const showFiles = (): void => {
    for (const panel of root.querySelectorAll<HTMLElement>("section[data-kind]")) {
      const kept = files.filter(({ kind, tool }) => kind === panel.dataset["kind"] && isChosen(tool));
      panel.querySelector(".files")?.replaceChildren(...kept.map(fileElement));
    }
    root.classList.toggle("has-output", files.length > 0);
  };
  const isChosen = (tool: string | undefined): boolean => tool === undefined || tool === tools.value;
  const show = ({ findings, files: made }: Compilation): void => {
    files = made;
    const chosen = tools.value;
    const names = [...new Set(files.flatMap(({ tool }) => tool ?? []))];
    tools.replaceChildren(...names.map((name) => new Option(name, name, false, name === chosen)));
    list.replaceChildren(...findingItems(findings, root.dataset["base"] ?? "/", editor.goTo));
    editor.mark(findings);
    showFiles();
  };
  const done = (outcome: Outcome): void => {
    if (outcome.kind === "compiled") {
      show(outcome.compilation);
      const { findings } = outcome.compilation;
      status.textContent = `${countFindings(findings)}. Compiled in this page in ${outcome.milliseconds} ms.`;
    } else {
      show({ findings: [], files: [] });
      status.textContent = failureText(outcome, timeLimit());
    }
  };
  const timeLimit = (): number => Number(root.dataset["timeLimit"]);
  const compiler = createCompiler({ start, timeLimit, ready: () => (root.dataset["ready"] = ""), done });

  let typing = 0;
  const compile = (): void => compiler.compile(editor.text);
  const changed = (): void => {
    clearTimeout(typing);
    typing = window.setTimeout(() => {
      compile();
      void remember(editor.text);
    }, pauseInTyping);
  };
  /** Puts the contract into the address, unless it has changed meanwhile. */
  const remember = async (text: string): Promise<void> => {
    const fragment = await fragmentOf(text);
    if (text === editor.text) history.replaceState(null, "", fragment ? `#${fragment}` : location.pathname);
  };
  const restore = async (): Promise<void> => {
    const [first = ""] = Object.values(texts);
    const problem = await textOfFragment(location.hash).then(
      (text) => void editor.setText(text ?? first),
      () => "The contract in this address cannot be read: the link is cut off or damaged. This is an example.",
    );
    find(".bad-link", HTMLElement).textContent = problem ?? "";
    if (problem !== undefined) editor.setText(first);
    compile();
  };

  find("textarea", HTMLTextAreaElement).addEventListener("input", changed);
  tools.addEventListener("change", showFiles);
  examples.addEventListener("change", () => {
    editor.setText(texts[examples.value] ?? "");
    find(".bad-link", HTMLElement).textContent = "";
    compile();
    void remember(editor.text);
  });
  find(".copy-link", HTMLButtonElement).addEventListener("click", async ({ currentTarget }) => {
    const fragment = await fragmentOf(editor.text);
    const link = fragment && new URL(`#${fragment}`, location.href).href;
    const button = currentTarget ?? find(".copy-link", HTMLButtonElement);
    await copy(link, button as HTMLButtonElement, "Too long for a link");
  });
  addEventListener("hashchange", () => void restore());
  root.classList.add("runs");
  startTabs(find(".outputs", HTMLElement), "proviso-playground-tab");
  void restore();
}

function failureText(outcome: Exclude<Outcome, { readonly kind: "compiled" }>, timeLimit: number): string {
  if (outcome.kind === "stopped")
    return `Stopped: compiling took longer than ${timeLimit / 1000} seconds. Change the contract to try again.`;
  if (outcome.kind === "broken")
    return "The compiler could not be loaded or has failed. Reload the page; your contract is in its address.";
  return `The compiler has failed, which is a defect of Proviso: ${outcome.reason}`;
}

function fileElement({ path, text }: OutputFile): HTMLElement {
  const figure = element("figure", "");
  const caption = element("figcaption", "");
  const button = element("button", "Copy");
  button.type = "button";
  button.ariaLabel = `Copy ${path}`;
  button.addEventListener("click", () => void copy(text, button));
  caption.append(element("code", path), " ", button);
  const pre = element("pre", text);
  // It scrolls, so the keyboard must reach it.
  pre.tabIndex = 0;
  pre.role = "region";
  pre.ariaLabel = path;
  figure.append(caption, pre);
  return figure;
}

/** Copies a text and says so on the button for two seconds. */
async function copy(
  text: string | undefined,
  button: HTMLButtonElement,
  tooLong = "Could not copy",
): Promise<void> {
  const label = (button.dataset["label"] ??= button.textContent);
  const copied = text === undefined ? tooLong : await write(text);
  button.textContent = copied;
  setTimeout(() => (button.textContent = label), 2000);
}

function write(text: string): Promise<string> {
  // Absent where the page is not served over HTTPS.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  return (clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"))).then(
    () => "Copied",
    () => "Could not copy",
  );
}

function finder(root: HTMLElement): <Kind extends HTMLElement>(selector: string, kind: new () => Kind) => Kind {
  return (selector, kind) => {
    const found = root.querySelector(selector);
    if (!(found instanceof kind)) throw new Error("the playground's page is not what its script expects");
    return found;
  };
}
