import type { OutputFile } from "./compile-contract.ts";
import { copyText } from "./copy-text.ts";
import { element } from "./show-findings.ts";

/** Shows files in the tab of their kind, those of one tool for the tool that is chosen. Returns what shows other files. */
export function createFiles(
  root: HTMLElement,
  tools: HTMLSelectElement,
): (files: readonly OutputFile[]) => void {
  let files: readonly OutputFile[] = [];
  // While there are no files there is no tool to choose, and the choice is kept.
  let chosen = "";
  const show = (): void => {
    for (const panel of root.querySelectorAll<HTMLElement>("section[data-kind]")) {
      const kept = files.filter(
        ({ kind, tool }) => kind === panel.dataset["kind"] && (tool ?? chosen) === chosen,
      );
      panel.querySelector(".files")?.replaceChildren(...kept.map(fileElement));
    }
    root.classList.toggle("has-output", files.length > 0);
  };
  tools.addEventListener("change", () => {
    chosen = tools.value;
    show();
  });
  return (made) => {
    files = made;
    const names = [...new Set(files.flatMap(({ tool }) => tool ?? []))];
    if (names.length > 0 && !names.includes(chosen)) [chosen = ""] = names;
    tools.replaceChildren(...names.map((name) => new Option(name, name, false, name === chosen)));
    show();
  };
}

function fileElement({ path, text }: OutputFile): HTMLElement {
  const figure = element("figure", "");
  const caption = element("figcaption", "");
  const button = element("button", "Copy");
  button.type = "button";
  button.ariaLabel = `Copy ${path}`;
  button.addEventListener("click", () => void copyText(text, button));
  caption.append(element("code", path), " ", button);
  const pre = element("pre", text);
  // It scrolls, so the keyboard must reach it.
  pre.tabIndex = 0;
  pre.role = "region";
  pre.ariaLabel = path;
  figure.append(caption, pre);
  return figure;
}
