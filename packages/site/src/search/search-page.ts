import { make, mustFind } from "../explorer/elements.ts";
import type { FoundPage } from "./search-words.ts";

const shownPages = 12;

/** Runs the search of a page: a dialog with the answers to what is typed. */
export function startSearch(root: HTMLElement): void {
  const dialog = mustFind(root.querySelector("dialog"));
  const input = mustFind(root.querySelector("input"));
  const list = mustFind(root.querySelector(".results"));
  const answer = mustFind(root.querySelector<HTMLElement>(".answer"));
  const status = mustFind(root.querySelector<HTMLElement>("[role=status]"));
  const filters = [...root.querySelectorAll("select")];
  const { index: address = "", tools = "" } = root.dataset;
  let loading: Promise<(question: string) => void> | undefined;

  const load = async (): Promise<(question: string) => void> => {
    // A page loads neither the index nor what reads it before somebody searches.
    const { findPages, loadIndex } = await import("./find-pages.ts");
    const index = await loadIndex(address);
    return (question) => {
      const { preset, pages, doubt } = findPages(index, question);
      const [kind = "", risk = ""] = filters.map(({ value }) => value);
      const kept = pages.filter(
        (page) => (kind === "" || page.kind === kind) && (risk === "" || page.tool?.risk === risk),
      );
      answer.hidden = !preset && !doubt;
      answer.textContent = (doubt ?? "") + (kept.length > 0 ? "The nearest pages:" : "");
      if (preset) {
        const { length } = preset.tools;
        const count = length === 1 ? "1 tool" : length === 0 ? "No tool" : `${length} tools`;
        answer.replaceChildren(
          `${count}: ${preset.label}. `,
          length > 0 ? make("a", { href: `${tools}?${preset.query}` }, "Show them in the explorer") : "",
        );
      }
      list.replaceChildren(...kept.slice(0, shownPages).map(itemOf));
      const count = `${kept.length} ${kept.length === 1 ? "page" : "pages"}`;
      status.textContent = question.trim() && `${count} for ${question}`;
    };
  };
  const show = async (): Promise<void> => {
    try {
      (await (loading ??= load()))(input.value);
    } catch {
      loading = undefined;
      status.textContent = "The search could not be loaded";
    }
  };
  const open = (): void => {
    dialog.showModal();
    input.select();
    void show();
  };

  mustFind(root.querySelector("[data-open-modal]")).addEventListener("click", open);
  input.addEventListener("input", show);
  for (const filter of filters) filter.addEventListener("change", show);
  // A click on what is around the frame, or on a link of this page, closes it.
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog || (target instanceof Element && target.closest("a"))) dialog.close();
  });
  addEventListener("keydown", (event) => {
    if (!opens(event)) return;
    event.preventDefault();
    if (dialog.open) dialog.close();
    else open();
  });
}

/** Control and K, or a slash that is not typed into a field. */
function opens({ key, metaKey, ctrlKey, target }: KeyboardEvent): boolean {
  const isTyping = target instanceof Element && target.closest("input, select, textarea");
  return key === "k" ? metaKey || ctrlKey : key === "/" && !isTyping;
}

const asks = { always: "every time", sometimes: "for some calls", never: "never" };

/** A page that was found, as an item of a list. */
export function itemOf({ href, title, page, about, tool, kind }: FoundPage): HTMLElement {
  const textContent = page === "" ? title : `${page}: ${title}`;
  const item = make("article", { className: kind }, make("a", { href, textContent }), make("p", {}, about));
  if (!tool) return item;
  const { name, risk, asked, approvedBy, heldBy, label, undo } = tool;
  const circles = label?.rows.map((className) => make("i", { className })) ?? [];
  const asking = asked && `the server asks a person: ${asks[asked as keyof typeof asks]}`;
  const callers = heldBy && `can call it: ${heldBy.replace("; ", ", ")}`;
  const words = [asking, approvedBy && `approved ${approvedBy}`, callers, undo.toLowerCase()].filter(
    (each) => each !== "",
  );
  item.append(
    make(
      "p",
      { className: "facts" },
      make("code", { className: "name" }, name),
      make("span", { className: `badge risk-level risk-${risk}` }, risk),
      make("span", { className: "label-dots", title: label?.sentence ?? "" }, ...circles),
      words.join("; "),
    ),
  );
  return item;
}
