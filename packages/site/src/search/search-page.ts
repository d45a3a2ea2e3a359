import type { FoundPage } from "./find-pages.ts";

const shownPages = 12;

/** Runs the search of a page: a dialog with the answers to what is typed. */
export function startSearch(root: HTMLElement): void {
  const dialog = mustFind(root.querySelector("dialog"));
  const input = mustFind(root.querySelector("input"));
  const list = mustFind(root.querySelector("ol"));
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
      const { preset, pages } = findPages(index, question);
      const [kind = "", risk = ""] = filters.map(({ value }) => value);
      const kept = pages.filter(
        (page) => (kind === "" || page.kind === kind) && (risk === "" || page.tool?.risk === risk),
      );
      answer.hidden = !preset;
      if (preset) {
        const count = preset.tools.length === 1 ? "1 tool" : `${preset.tools.length} tools`;
        answer.replaceChildren(
          `${count}: ${preset.label}. `,
          link(`${tools}?${preset.query}`, "Show them in the explorer"),
        );
      }
      list.replaceChildren(...kept.slice(0, shownPages).map(itemOf));
      const none = question.trim() === "" ? "" : `Nothing is found for ${question}`;
      status.textContent = kept.length === 0 ? none : `${kept.length} pages for ${question}`;
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
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    list.querySelector("a")?.click();
  });
  // A click on what is around the frame, or on a link of this page, closes it.
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog || (target instanceof Element && target.closest("a"))) dialog.close();
  });
  addEventListener("keydown", (event) => {
    if (event.key !== "k" || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    if (dialog.open) dialog.close();
    else open();
  });
}

const asks = { always: "every time", sometimes: "for some calls", never: "never" };

/** A page that was found, as an item of a list. */
export function itemOf({ href, title, page, about, tool, kind }: FoundPage): HTMLElement {
  const item = document.createElement("li");
  const name = page === "" ? title : `${page}: ${title}`;
  item.append(link(href, name), text("p", "about", about));
  item.classList.add(kind);
  if (!tool) return item;
  const { risk, asked, approvedBy } = tool;
  const facts = document.createElement("p");
  facts.className = "facts";
  facts.append(text("code", "name", tool.name), text("span", `badge risk-level risk-${risk}`, risk));
  if (asked !== "")
    facts.append(text("span", "", `the server asks a person: ${asks[asked as keyof typeof asks]}`));
  if (approvedBy !== "") facts.append(text("span", "", `approved ${approvedBy}`));
  item.append(facts);
  return item;
}

function link(href: string, words: string): HTMLAnchorElement {
  const anchor = document.createElement("a");
  anchor.href = href;
  anchor.textContent = words;
  return anchor;
}

function text(tag: string, className: string, words: string): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = words;
  return element;
}

function mustFind<Found>(found: Found | null): Found {
  if (found === null) throw new Error("the search is not what its script expects");
  return found;
}
