import { make, mustFind } from "./elements.ts";
import { type FacetBox, readBoxes, readRows, type ExplorerRow } from "./read-page.ts";

/** From this width on, facets are beside the table: 50rem in the style sheet. */
const besideFacet = 800;

/** Of more than so many tools, a page of rows is shown at first, and another one with each click. */
const maxTools = 200;
const pageLength = 25;

/** A link to the view that these words name: "money" is in no description, and in the name of a view. */
function viewFor(root: HTMLElement, words: readonly string[]): readonly (string | Node)[] {
  const view = viewsOf(root).find(({ text }) => words.some((word) => text.toLowerCase().includes(word)));
  return view ? [" There is a view: ", view.cloneNode(true)] : [];
}

/** Runs the explorer of this page: facets, search, counts, and its state in the address. */
export function startExplorer(root: HTMLElement): void {
  const { form, search, matchAny, status, nothing, folded, body, sort, chips, more } = partsOf(root);
  const rows = readRows(root);
  const boxes = readBoxes(form);
  const none = nothing.textContent;
  let order = rows;
  let limit = rows.length > maxTools ? pageLength : rows.length;

  const show = (): void => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const foundRows = rows.filter(({ text }) => words.every((word) => text.includes(word)));
    const ticked = groupTicked(boxes);
    const matching = new Set(foundRows.filter((row) => matchesTicked(row, ticked, matchAny.checked)));
    showRows(body, rows, new Set(order.filter((row) => matching.has(row)).slice(0, limit)));
    more.hidden = matching.size <= limit;
    chips.replaceChildren(...chipsOf(root, form, boxes, search.value));
    countEach(boxes, foundRows, ticked, matchAny.checked);
    status.textContent = `${matching.size} of ${rows.length} tools`;
    nothing.hidden = matching.size > 0;
    nothing.replaceChildren(none, ...viewFor(root, words));
  };
  const remember = (how: "pushState" | "replaceState"): void => {
    const query = queryOf(boxes, search.value, matchAny.checked, sort.value);
    history[how](null, "", query === "" ? location.pathname : `?${query}`);
  };
  const restore = (): void => {
    const urlQuery = new URLSearchParams(location.search);
    for (const box of boxes) box.input.checked = valuesOfRow(urlQuery, box.facet).includes(box.value);
    for (const box of boxes) if (box.input.checked) box.group.open = true;
    // Beside the table the facets are always open: the style sheet hides the control.
    folded.open ||= root.clientWidth >= besideFacet;
    search.value = urlQuery.get("q") ?? "";
    matchAny.checked = urlQuery.get("match") === "any";
    sort.value = urlQuery.get("sort") ?? "";
    order = arranged(body, rows, sort.value);
    show();
  };

  root.addEventListener("change", ({ target }) => {
    if (target === search) return;
    if (target === sort) order = arranged(body, rows, sort.value);
    show();
    remember("pushState");
  });
  more.addEventListener("click", () => {
    limit += pageLength;
    show();
  });
  search.addEventListener("input", () => {
    show();
    remember("replaceState");
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  // The inputs are empty only after the event.
  form.addEventListener("reset", () =>
    setTimeout(() => {
      show();
      remember("pushState");
    }),
  );
  addEventListener("popstate", restore);
  addEventListener("resize", () => (folded.open ||= root.clientWidth >= besideFacet));
  restore();
}

function partsOf(root: HTMLElement) {
  const form = mustFind(root.querySelector<HTMLFormElement>("form"));
  return {
    form,
    search: mustFind(form.querySelector<HTMLInputElement>("input[type=search]")),
    matchAny: mustFind(form.querySelector<HTMLInputElement>("input[name=match]")),
    folded: mustFind(form.querySelector<HTMLDetailsElement>("details.all")),
    status: mustFind(root.querySelector<HTMLElement>("[role=status]")),
    nothing: mustFind(root.querySelector<HTMLElement>(".nothing")),
    body: mustFind(root.querySelector("tbody")),
    sort: mustFind(root.querySelector("select")),
    chips: mustFind(root.querySelector<HTMLElement>(".chips")),
    more: mustFind(root.querySelector<HTMLButtonElement>(".more")),
  };
}

/** Shows these rows alone, below the headings of their domains. */
function showRows(body: HTMLElement, rows: readonly ExplorerRow[], shown: ReadonlySet<ExplorerRow>): void {
  for (const row of rows) row.element.hidden = !shown.has(row);
  const domains = new Set([...shown].map(({ domain }) => domain));
  for (const head of body.querySelectorAll<HTMLElement>(".group"))
    head.hidden = !domains.has(head.textContent);
}

/** Puts the rows in an order: as they were, by title, or by name below the name of their domain. */
function arranged(body: HTMLElement, rows: readonly ExplorerRow[], by: string): readonly ExplorerRow[] {
  const keyOf = ({ name, title }: ExplorerRow): string => (by === "title" ? title : name);
  const order = by === "" ? rows : rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const groups = Map.groupBy(order, ({ domain }) => (by === "domain" ? domain : ""));
  body.replaceChildren();
  for (const [domain, group] of groups) {
    const heading = make("tr", { className: "group" }, make("th", { colSpan: 5 }, domain));
    body.append(...(domain === "" ? [] : [heading]), ...group.map(({ element }) => element));
  }
  return order;
}

const viewsOf = (root: HTMLElement) => [...root.querySelectorAll<HTMLAnchorElement>(".views a")];

/** The view that is ticked, as a button that shows all tools again; if there is none, each ticked value. A view may name values that no tool has. */
function chipsOf(root: HTMLElement, form: HTMLFormElement, boxes: readonly FacetBox[], words: string) {
  const view = viewsOf(root).find(({ search }) => {
    const query = new URLSearchParams(search);
    const isOf = ({ facet, value }: FacetBox): boolean => valuesOfRow(query, facet).includes(value);
    return words === "" && boxes.every((box) => box.input.checked === isOf(box));
  });
  const ticked = boxes.filter(({ input }) => input.checked).map(chipOf);
  if (!view || ticked.length === 0) return ticked;
  return [make("button", { textContent: `${view.textContent} ×`, onclick: () => form.reset() })];
}

/** A ticked value, as a button that takes it away. */
function chipOf({ input, label, group }: FacetBox): HTMLElement {
  const value = label.querySelector("span")?.textContent;
  const textContent = `${group.querySelector("summary")?.textContent}: ${value} ×`;
  return make("button", { textContent, onclick: () => input.click() });
}

type TickedBoxes = ReadonlyMap<string, { readonly several: boolean; readonly numbers: readonly number[] }>;

function groupTicked(boxes: readonly FacetBox[]): TickedBoxes {
  const groups = new Map<string, { several: boolean; numbers: number[] }>();
  for (const { facet, several, number, input } of boxes) {
    if (!input.checked) continue;
    const group = groups.get(facet) ?? { several, numbers: [] };
    group.numbers.push(number);
    groups.set(facet, group);
  }
  return groups;
}

/** A tool must match each group with a ticked value: all of its values, or one, as chosen. */
function matchesTicked({ has }: ExplorerRow, ticked: TickedBoxes, any: boolean, except?: string): boolean {
  for (const [facet, { several, numbers }] of ticked) {
    if (facet === except) continue;
    const one = any || !several;
    if (one ? !numbers.some((number) => has.has(number)) : !numbers.every((number) => has.has(number)))
      return false;
  }
  return true;
}

/** How many tools remain if this value is ticked as well. */
function countEach(
  boxes: readonly FacetBox[],
  foundRows: readonly ExplorerRow[],
  ticked: TickedBoxes,
  any: boolean,
): void {
  const left = new Map<string, readonly ExplorerRow[]>();
  const remaining = (facet: string, several: boolean): readonly ExplorerRow[] => {
    const except = any || !several ? facet : undefined;
    const rows = left.get(facet) ?? foundRows.filter((row) => matchesTicked(row, ticked, any, except));
    left.set(facet, rows);
    return rows;
  };
  for (const { facet, several, number, count, label, input } of boxes) {
    let sum = 0;
    for (const { has } of remaining(facet, several)) if (has.has(number)) sum += 1;
    count.textContent = String(sum);
    label.classList.toggle("none", sum === 0 && !input.checked);
  }
}

/** Values are separated by commas; a comma in a value is doubled. */
function queryOf(boxes: readonly FacetBox[], search: string, any: boolean, sort: string): string {
  const query = new URLSearchParams();
  for (const { facet, value, input } of boxes)
    if (input.checked) {
      const before = query.get(facet);
      const written = value.replaceAll(",", ",,");
      query.set(facet, before === null ? written : `${before},${written}`);
    }
  if (search !== "") query.set("q", search);
  if (any) query.set("match", "any");
  if (sort !== "") query.set("sort", sort);
  return query.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
}

function valuesOfRow(urlQuery: URLSearchParams, facet: string): readonly string[] {
  const written = urlQuery.get(facet) ?? "";
  return written.split(/(?<!,),(?!,)/).map((value) => value.replaceAll(",,", ","));
}
