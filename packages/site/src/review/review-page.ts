import { mustFind } from "../explorer/elements.ts";
import { copyButton } from "../listing/listings.ts";

interface Decided extends Readonly<Record<"tool" | "decidedOn", string>> {
  /** Of the contract now; undefined if the pack has no such tool. */
  readonly hash?: string;
  readonly decision: { readonly value: string };
  readonly comment: { readonly value: string };
}

/** A decision as an item of a Markdown list; nothing if there is none. */
function decisionLine({ tool, hash, decidedOn, decision, comment }: Decided): readonly string[] {
  const said = [decision.value, comment.value.replaceAll(/\s+/g, " ").trim()];
  const words = said.filter(Boolean).join(": ");
  const since = hash === undefined ? ", not in this pack" : hash === decidedOn ? "" : ", changed since";
  return words === "" ? [] : [`- \`${tool}\` (contract ${decidedOn}${since}): ${words}`];
}

/** A decision as the address has it. */
function decidedIn(address: string, hash = "") {
  const [decision = "", decidedOn = hash, ...comment] = address.split("~");
  return { decidedOn, decision: { value: decision }, comment: { value: comment.join("~") } };
}

function cellOf(cell: HTMLElement) {
  const { tool = "", hash = "" } = cell.dataset;
  const decision = mustFind(cell.querySelector("select"));
  const comment = mustFind(cell.querySelector("textarea"));
  const changed = mustFind(cell.querySelector<HTMLElement>(".changed"));
  return { tool, hash, decision, comment, changed, decidedOn: hash };
}

/** The decisions of an address about tools that a pack does not have. */
function goneIn(address: URLSearchParams, known: readonly string[]) {
  return [...address]
    .filter(([tool]) => !known.includes(tool))
    .map(([tool, value]) => ({ tool, value, ...decidedIn(value) }));
}

/** Runs a review: decisions, comments and the reviewer are in the address alone, behind its `#`, which no server gets. */
export function startReview(root: HTMLElement): void {
  const reviewer = [...root.querySelectorAll<HTMLInputElement>(".sign input")];
  const status = mustFind(root.querySelector<HTMLElement>("[role=status]"));
  const command = mustFind(root.querySelector<HTMLElement>(".command"));
  const copy = copyButton(() => command.textContent);
  const cells = [...root.querySelectorAll<HTMLElement>("[data-tool]")].map(cellOf);
  let gone: ReturnType<typeof goneIn> = [];

  const decisions = copyButton(() => {
    const by = reviewer.flatMap(({ value }) => value.trim() || []).join(", ");
    const lines = [...cells, ...gone].flatMap(decisionLine);
    return [...(by ? [`Reviewed by ${by}`] : []), ...lines, location.href].join("\n");
  });
  // Absent on pages that are not served securely.
  if (navigator.clipboard) root.append(copy, decisions);

  const show = (): void => {
    decisions.textContent = "Copy the decisions and the address";
    const decided = cells.filter(({ decision }) => decision.value);
    for (const { changed, hash, decidedOn } of cells) changed.hidden = hash === decidedOn;
    const current = decided.filter(({ hash, decidedOn }) => hash === decidedOn);
    const old = decided.length - current.length;
    status.textContent = `${current.length} of ${cells.length} decided${old > 0 ? `; ${old} changed since` : ""}`;
    const kept = current.flatMap(({ tool, hash, decision }) =>
      decision.value === "keep" ? `${tool}~${hash}` : [],
    );
    copy.textContent = "Copy";
    // In the quotes of a shell, the name as it is.
    const [by = ""] = reviewer.map(({ value }) => value.trim().replaceAll("'", String.raw`'\''`));
    command.hidden = copy.hidden = kept.length === 0 || by === "";
    if (kept.length > 0 && by === "")
      status.textContent += ". To get the command that signs off, say who reviewed";
    command.textContent = `proviso lock --sign-off ${kept.join(",")} --who '${by}'`;
  };
  const remember = ({ target }: Event): void => {
    for (const each of cells) if (each.decision === target) each.decidedOn = each.hash;
    const written = [
      ...reviewer.map(({ name, value }) => [name, value]),
      ...cells.map(({ tool, decision, comment, decidedOn }) => [
        tool,
        decision.value || comment.value ? `${decision.value}~${decidedOn}~${comment.value}` : "",
      ]),
      ...gone.map(({ tool, value }) => [tool, value]),
    ].filter(([, value]) => value);
    history.replaceState(null, "", `#${new URLSearchParams(written)}`);
    show();
  };
  const restore = (): void => {
    const address = new URLSearchParams(location.hash.slice(1));
    for (const input of reviewer) input.value = address.get(input.name) ?? "";
    for (const each of cells) {
      const { decidedOn, ...said } = decidedIn(address.get(each.tool) ?? "", each.hash);
      each.decidedOn = decidedOn;
      each.decision.value = said.decision.value;
      each.comment.value = said.comment.value;
    }
    gone = goneIn(address, [...reviewer.map(({ name }) => name), ...cells.map(({ tool }) => tool)]);
    mustFind(root.querySelector(".gone")).textContent = gone.flatMap(decisionLine).join("\n");
    show();
  };
  root.addEventListener("input", remember);
  addEventListener("hashchange", restore);
  restore();
}
