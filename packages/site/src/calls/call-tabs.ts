/**
 * Turns the sections of a list of code into tabs, as the ARIA practices describe them: arrows move, and the address can name a tab.
 * Without this script every section is shown, under its heading. The browser keeps the chosen tab under `key`, for the next page.
 */
export function startTabs(root: HTMLElement, key: string): void {
  const panels = [...root.querySelectorAll<HTMLElement>("section")];
  const list = document.createElement("div");
  list.role = "tablist";
  list.ariaLabel = root.dataset["label"] ?? "";
  const tabs = panels.map((panel) => tabFor(panel));
  list.append(...tabs);

  const choose = (index: number): void => {
    for (const [position, tab] of tabs.entries()) {
      tab.ariaSelected = String(position === index);
      tab.tabIndex = position === index ? 0 : -1;
    }
    for (const [position, panel] of panels.entries())
      panel.toggleAttribute("data-hidden", position !== index);
  };
  const indexOf = (id: string | null): number => panels.findIndex((panel) => panel.id === id);
  const fromAddress = (): void => {
    const index = indexOf(location.hash.slice(1));
    if (index === -1) return;
    choose(index);
    root.closest("details")?.toggleAttribute("open", true);
  };

  for (const [index, tab] of tabs.entries())
    tab.addEventListener("click", () => {
      choose(index);
      stored(() => (localStorage[key] = panels[index]?.id ?? ""));
    });
  list.addEventListener("keydown", (event) => {
    const at = tabs.findIndex((tab) => tab.ariaSelected === "true");
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const tab = tabs.at(to % tabs.length);
    tab?.focus();
    tab?.click();
  });
  addEventListener("hashchange", fromAddress);
  choose(Math.max(0, indexOf(stored(() => localStorage.getItem(key)))));
  fromAddress();
  root.prepend(list);
  root.classList.add("tabbed");
}

function tabFor(panel: HTMLElement): HTMLButtonElement {
  const heading = panel.querySelector("h3");
  const tab = document.createElement("button");
  tab.type = "button";
  tab.role = "tab";
  tab.id = `tab-${panel.id}`;
  tab.textContent = heading?.textContent ?? "";
  tab.setAttribute("aria-controls", panel.id);
  panel.role = "tabpanel";
  panel.setAttribute("aria-labelledby", tab.id);
  return tab;
}

/** What storage answers; null where it is switched off, and then the first tab opens. */
function stored(use: () => string | null): string | null {
  try {
    return use();
  } catch {
    return null;
  }
}
