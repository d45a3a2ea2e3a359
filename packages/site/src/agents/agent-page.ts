import { gainOf, type ToolReach } from "@proviso/prove/gain";
import {
  type AgentTool,
  agentView,
  type AgentView,
  type EffectCount,
  legNames,
  type LegName,
} from "./agent-view.ts";
import { idleSentence } from "./also-needed.ts";
import { proofOf, type ProvedClaim, proofWords } from "./proofs.ts";
import { approvalSentence, reachSentence, shortened, verdictSentence, verdictTitles } from "./agent-words.ts";
import { isDangerous } from "../explorer/does.ts";
import { make } from "../explorer/elements.ts";

/** From this width on, permissions are beside the results: 50rem in the style sheet. */
const besideResults = 800;

/** How many tools a box of the picture shows. */
const shownTools = 6;

interface AgentParts {
  readonly root: HTMLElement;
  readonly tools: readonly AgentTool[];
  /** Of the same tools, in the order of the contracts; none if the project could not be read. */
  readonly reaches: readonly ToolReach[];
  readonly proofs: readonly ProvedClaim[];
  readonly boxes: readonly HTMLInputElement[];
  /** One for each tool, in the same order. */
  readonly rows: readonly HTMLElement[];
}

/** Runs the page about agents: ticked permissions, what they open, the address. */
export function startAgentPage(root: HTMLElement): void {
  const form = find(root, "form", HTMLFormElement);
  const parts: AgentParts = {
    root,
    ...(JSON.parse(find(root, "script[type='application/json']", HTMLElement).textContent ?? "") as Pick<
      AgentParts,
      "tools" | "reaches" | "proofs"
    >),
    boxes: [...form.querySelectorAll<HTMLInputElement>("input[name=with]")],
    rows: [...root.querySelectorAll<HTMLElement>(".reached tbody tr")],
  };
  for (const part of root.querySelectorAll<HTMLElement>("[data-live]")) part.hidden = false;

  const remember = (): void => {
    history.pushState(null, "", addressOf(parts.boxes));
    show(parts);
  };
  const restore = (): void => {
    tick(parts, permissionsIn(location.search));
    show(parts);
  };
  form.addEventListener("change", (event) => {
    if (event.target instanceof HTMLInputElement && event.target.name === "with") remember();
  });
  const asked = root.querySelector("input[name=tool]");
  asked?.addEventListener("input", () => {
    const row = find(root, ".by-tool", HTMLElement);
    const tool = parts.reaches.find(
      ({ name }) => asked instanceof HTMLInputElement && name === asked.value.trim(),
    );
    row.dataset["gain"] = tool?.permissions.join(" ") ?? "";
    find(row, "code", HTMLElement).textContent = tool?.name ?? "";
    show(parts);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  find(form, "input[type=search]", HTMLInputElement).addEventListener("input", ({ target }) => {
    if (target instanceof HTMLInputElement) filterBoxes(parts.boxes, target.value.trim().toLowerCase());
  });
  for (const button of root.querySelectorAll<HTMLButtonElement>("button[data-cut]"))
    button.addEventListener("click", () => {
      const taken = new Set((button.dataset["cut"] ?? "").split(" "));
      for (const box of parts.boxes) if (taken.has(box.value)) box.checked = false;
      remember();
      find(root, "[role=status]", HTMLElement).focus();
    });
  const folded = find(form, "details.all", HTMLDetailsElement);
  const unfold = (): boolean => (folded.open ||= root.clientWidth >= besideResults);
  addEventListener("resize", unfold);
  unfold();
  addEventListener("popstate", restore);
  restore();
}

/** Without `with` in the address, all permissions are held. */
function permissionsIn(search: string): ReadonlySet<string> | undefined {
  const given = new URLSearchParams(search).get("with");
  return given === null ? undefined : new Set(given.split(",").filter(Boolean));
}

function addressOf(boxes: readonly HTMLInputElement[]): string {
  const held = boxes.filter(({ checked }) => checked);
  if (held.length === boxes.length) return location.pathname;
  return `?with=${held.map(({ value }) => encodeURIComponent(value).replaceAll("%3A", ":")).join(",")}`;
}

function tick({ root, boxes }: AgentParts, held: ReadonlySet<string> | undefined): void {
  for (const box of boxes) box.checked = held?.has(box.value) ?? true;
  const known = new Set(boxes.map(({ value }) => value));
  const unknown = [...(held ?? [])].filter((name) => !known.has(name));
  const note = find(root, ".unknown", HTMLElement);
  note.hidden = unknown.length === 0;
  find(note, ".codes", HTMLElement).replaceChildren(...codes(unknown));
}

/** A group without a permission that matches is hidden too. */
function filterBoxes(boxes: readonly HTMLInputElement[], word: string): void {
  for (const box of boxes) {
    const item = box.closest("li");
    if (item) item.hidden = !(item.textContent ?? "").toLowerCase().includes(word);
  }
}

function show(parts: AgentParts): void {
  const { root, tools, proofs, boxes, rows } = parts;
  const held = new Set(boxes.filter(({ checked }) => checked).map(({ value }) => value));
  const view = agentView(tools, held);
  const reach = reachSentence(view, held.size, boxes.length, tools.length);
  find(root, "[role=status]", HTMLElement).textContent = reach + idleSentence(tools, held);
  const reached = new Set(view.reached);
  const names = new Set(view.reached.map(({ name }) => name));
  for (const line of root.querySelectorAll<HTMLElement>("[data-bounds]"))
    line.hidden = !names.has(line.dataset["bounds"] ?? "");
  for (const [index, tool] of tools.entries()) {
    const row = rows[index];
    if (row) row.hidden = !reached.has(tool);
  }
  showEffects(root, view);
  showGains(parts, held);
  showFlow(find(root, ".flow", HTMLElement), view, rows);
  showProof(find(root, ".flow .proof", HTMLAnchorElement), proofOf(proofs, view, held));
}

function showProof(link: HTMLAnchorElement, proof: ProvedClaim | undefined): void {
  link.hidden = proof === undefined;
  link.textContent = proof ? proofWords(proof) : "";
  if (proof) link.href = `${link.dataset["page"]}${proof.id}`;
}

/** What each permission or role would add that opens a tool, those with the most new ways out first. */
function showGains({ root, tools: all, reaches }: AgentParts, held: ReadonlySet<string>): void {
  const giving = new Set(all.filter(({ does }) => does.includes("grants access")).map(({ name }) => name));
  const rows = [...root.querySelectorAll<HTMLElement>("[data-gain]")];
  const ways = new Map<HTMLElement, number>();
  let isHarmless = true;
  for (const row of rows) {
    const granted = (row.dataset["gain"] ?? "").split(" ").filter(Boolean);
    const { tools, chains, harm } = gainOf(reaches, granted, [...held]);
    row.hidden = tools.length === 0;
    ways.set(row, row.classList.contains("by-tool") ? Infinity : chains.all);
    const path = (harm ?? []).flatMap((tool, at) => [...(at > 0 ? [", then "] : []), ...codes([tool.name])]);
    const unasked = chains.unasked > 0 ? `, ${chains.unasked} without a person` : "";
    const [count, pairs, worst] = row.querySelectorAll("td");
    const isGiving = tools.some(({ name }) => giving.has(name));
    count?.replaceChildren(`${tools.length}${isGiving ? ", can give access or permissions to others" : ""}`);
    pairs?.replaceChildren(`${chains.all}${unasked}`);
    worst?.replaceChildren(...(harm ? path : ["none"]));
    if (harm && tools.length > 0) isHarmless = false;
  }
  for (const cell of root.querySelectorAll<HTMLElement>(".gains :is(th, td):nth-child(4)"))
    cell.hidden = isHarmless;
  for (const note of root.querySelectorAll<HTMLElement>(".gains .harmless")) note.hidden = !isHarmless;
  root
    .querySelector(".gains tbody")
    ?.append(...rows.toSorted((one, other) => (ways.get(other) ?? 0) - (ways.get(one) ?? 0)));
  for (const table of root.querySelectorAll<HTMLElement>(".gains table, .gains .none"))
    table.hidden = rows.every(({ hidden }) => hidden) === (table.tagName === "TABLE");
}

function showEffects(root: HTMLElement, { effects }: AgentView): void {
  const counts = new Map(effects.map((effect) => [effect.word, effect]));
  for (const row of root.querySelectorAll<HTMLElement>("[data-effect]")) {
    const effect = counts.get(row.dataset["effect"] ?? "");
    row.hidden = effect === undefined;
    const cells = [effect?.tools, effect?.unasked.server, effect?.unasked.guard];
    for (const [index, cell] of [...row.querySelectorAll("td")].entries())
      if (index < cells.length) cell.textContent = String(cells[index] ?? 0);
      else cell.replaceChildren(...cutOf(effect));
  }
}

/** The permissions to take away for an effect that warns. */
function cutOf(effect: EffectCount | undefined): readonly (Node | string)[] {
  if (!effect?.cut || !isDangerous(effect.word)) return [];
  const { first, more } = shortened(effect.cut);
  return [...codes(first), more];
}

function showFlow(flow: HTMLElement, view: AgentView, rows: readonly HTMLElement[]): void {
  flow.dataset["verdict"] = view.verdict;
  find(flow, ".verdict", HTMLElement).textContent = verdictTitles[view.verdict];
  find(flow, ".why", HTMLElement).textContent = verdictSentence(view);
  const enough = find(flow, ".enough", HTMLElement);
  enough.hidden = view.enough.length === 0;
  find(enough, ".codes", HTMLElement).replaceChildren(...codes(view.enough));
  find(flow, ".approval", HTMLElement).textContent = approvalSentence(view);
  const links = new Map(rows.map((row) => [row.dataset["tool"] ?? "", row.querySelector("a")?.href ?? ""]));
  for (const name of legNames) showLeg(find(flow, `[data-leg=${name}]`, HTMLElement), view, name, links);
}

function showLeg(
  box: HTMLElement,
  { legs, verdict }: AgentView,
  name: LegName,
  links: ReadonlyMap<string, string>,
): void {
  const { tools, cut, lost } = legs[name];
  box.classList.toggle("none", tools.length === 0);
  find(box, ".count", HTMLElement).textContent = String(tools.length);
  const items = tools.slice(0, shownTools).map((tool) => toolItem(tool.name, links.get(tool.name) ?? ""));
  find(box, "ul", HTMLElement).replaceChildren(...items);
  const more = tools.length - items.length;
  find(box, ".more", HTMLElement).textContent = more > 0 ? `and ${more} more` : "";
  const cutting = find(box, ".cut", HTMLElement);
  cutting.hidden = verdict === "none" || cut === undefined;
  const { first, more: others, all } = shortened(cut ?? []);
  find(cutting, ".all", HTMLElement).textContent = all;
  find(cutting, ".codes", HTMLElement).replaceChildren(...codes(first), others);
  find(cutting, ".lost", HTMLElement).textContent = String(lost);
  const button = find(cutting, "button", HTMLButtonElement);
  button.dataset["cut"] = (cut ?? []).join(" ");
  button.textContent = `Take ${cut?.length === 1 ? "it" : "them"} away`;
}

function toolItem(name: string, href: string): HTMLLIElement {
  return make("li", {}, make("a", { href }, ...codes([name])));
}

/** Names as code, with commas between them. */
function codes(names: readonly string[]): readonly (Node | string)[] {
  return names.flatMap((name, index) => [...(index === 0 ? [] : [", "]), make("code", {}, name)]);
}

function find<Kind extends HTMLElement>(root: ParentNode, selector: string, kind: new () => Kind): Kind {
  const found = root.querySelector(selector);
  if (found instanceof kind) return found;
  throw new Error(`the page about agents has no ${selector}`);
}
