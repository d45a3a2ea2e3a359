import { startTabs } from "@proviso/site/tabs";
import { createCompiler, type Outcome } from "./ask-worker.ts";
import { copyText } from "./copy-text.ts";
import { fragmentOf, textOfFragment } from "./share-link.ts";
import { createFiles } from "./show-files.ts";
import { countFindings, findingItems } from "./show-findings.ts";
import { createEditor } from "./text-area.ts";

/** How long the page waits for the next key before it compiles, in milliseconds. */
const pauseInTyping = 150;

const damagedLink =
  "The contract in this address cannot be read: the link is cut off or damaged. This is an example.";

/** Runs the playground of this page. `start` starts the worker that compiles. */
export function startPlayground(root: HTMLElement, start: () => Worker): void {
  const find = finder(root);
  const examples = find("select[name=example]", HTMLSelectElement);
  const area = find("textarea", HTMLTextAreaElement);
  const editor = createEditor(area, find(".lines", HTMLElement));
  const texts = JSON.parse(find("script", HTMLElement).textContent) as Readonly<Record<string, string>>;
  const timeLimit = (): number => Number(root.dataset["timeLimit"]);
  const compiler = createCompiler({ start, timeLimit, done: outcomeView(root, editor, timeLimit) });

  const compile = (): void => compiler.compile(editor.text);
  /** Puts the contract into the address, unless it has changed meanwhile. */
  const remember = async (): Promise<void> => {
    const { text } = editor;
    const fragment = await fragmentOf(text);
    if (text === editor.text) history.replaceState(null, "", fragment ? `#${fragment}` : location.pathname);
  };
  /** Shows a text that nobody has typed, and what is wrong with the link that it came from. */
  const open = (text: string, problem = ""): void => {
    editor.setText(text);
    find(".bad-link", HTMLElement).textContent = problem;
    compile();
  };
  const restore = (): Promise<void> =>
    textOfFragment(location.hash).then(
      (text) => open(text ?? texts[examples.value] ?? ""),
      () => open(texts[examples.value] ?? "", damagedLink),
    );

  let typing = 0;
  area.addEventListener("input", () => {
    clearTimeout(typing);
    typing = window.setTimeout(() => {
      compile();
      void remember();
    }, pauseInTyping);
  });
  examples.addEventListener("change", () => {
    open(texts[examples.value] ?? "");
    void remember();
  });
  const share = find(".copy-link", HTMLButtonElement);
  share.addEventListener("click", async () => {
    const fragment = await fragmentOf(editor.text);
    await copyText(fragment && new URL(`#${fragment}`, location.href).href, share, "Too long for a link");
  });
  addEventListener("hashchange", () => void restore());
  startTabs(find(".outputs", HTMLElement), "proviso-playground-tab");
  void restore();
}

/** Shows what came of a text. */
function outcomeView(
  root: HTMLElement,
  editor: ReturnType<typeof createEditor>,
  timeLimit: () => number,
): (outcome: Outcome) => void {
  const find = finder(root);
  const status = find("[role=status]", HTMLElement);
  const list = find(".findings", HTMLElement);
  const showFiles = createFiles(root, find("select[name=tool]", HTMLSelectElement));
  return (outcome) => {
    const { findings, files } =
      outcome.kind === "compiled" ? outcome.compilation : { findings: [], files: [] };
    status.textContent =
      outcome.kind === "compiled"
        ? `${countFindings(findings)}. Compiled in this page in ${outcome.milliseconds} ms.`
        : failureText(outcome, timeLimit());
    root.classList.toggle("compiled", outcome.kind === "compiled");
    list.replaceChildren(...findingItems(findings, root.dataset["base"] ?? "/", editor.goTo));
    editor.mark(findings);
    showFiles(files);
  };
}

function failureText(outcome: Exclude<Outcome, { readonly kind: "compiled" }>, timeLimit: number): string {
  if (outcome.kind === "stopped")
    return `Stopped: compiling took longer than ${timeLimit / 1000} seconds. Change the contract to try again.`;
  if (outcome.kind === "broken")
    return "The compiler could not be loaded or has failed. Reload the page; your contract is in its address.";
  return `The compiler has failed, which is a defect of Proviso: ${outcome.reason}`;
}

function finder(
  root: HTMLElement,
): <Kind extends HTMLElement>(selector: string, kind: new () => Kind) => Kind {
  return (selector, kind) => {
    const found = root.querySelector(selector);
    if (!(found instanceof kind)) throw new Error("the playground's page is not what its script expects");
    return found;
  };
}
