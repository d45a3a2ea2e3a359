import { mustFind } from "../explorer/elements.ts";
import { copyButton } from "../listing/listings.ts";

/** Runs a review: decisions, comments and the reviewer are in the address alone, behind its `#`, which no server gets. */
export function startReview(root: HTMLElement): void {
  const reviewer = [...root.querySelectorAll<HTMLInputElement>(".sign input")];
  const status = mustFind(root.querySelector<HTMLElement>("[role=status]"));
  const command = mustFind(root.querySelector<HTMLElement>(".command"));
  const copy = copyButton(() => command.textContent);
  const cells = [...root.querySelectorAll<HTMLElement>("[data-tool]")].map((cell) => {
    const { tool = "", hash = "" } = cell.dataset;
    const decision = mustFind(cell.querySelector("select"));
    const comment = mustFind(cell.querySelector("textarea"));
    const changed = mustFind(cell.querySelector<HTMLElement>(".changed"));
    return { tool, hash, decision, comment, changed, decidedOn: hash };
  });

  const decisions = copyButton(
    () =>
      cells
        .filter(({ decision, comment }) => decision.value || comment.value)
        .map(({ tool, decision, comment, decidedOn }) => {
          const said = [decision.value || "not decided", comment.value.replaceAll(/\s+/g, " ").trim()];
          return `- \`${tool}\` (contract ${decidedOn}): ${said.filter(Boolean).join("; ")}`;
        })
        .join("\n"),
    "Copy the decisions",
  );
  const address = copyButton(() => location.href, "Copy the address");
  // Absent on pages that are not served securely.
  if (navigator.clipboard) {
    command.after(copy);
    root.append(decisions, address);
  }

  const show = (): void => {
    decisions.textContent = "Copy the decisions";
    address.textContent = "Copy the address";
    decisions.hidden = address.hidden = cells.every(({ decision, comment }) => !decision.value && !comment.value);
    const decided = cells.filter(({ decision }) => decision.value);
    for (const { changed, hash, decidedOn } of cells) changed.hidden = hash === decidedOn;
    const current = decided.filter(({ hash, decidedOn }) => hash === decidedOn);
    const old = decided.length - current.length;
    status.textContent = `${current.length} of ${cells.length} decided${old > 0 ? `; ${old} changed since` : ""}`;
    const kept = current.filter(({ decision }) => decision.value === "keep").map(({ tool }) => tool);
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
    ].filter(([, value]) => value);
    history.replaceState(null, "", `#${new URLSearchParams(written)}`);
    show();
  };
  const restore = (): void => {
    const address = new URLSearchParams(location.hash.slice(1));
    for (const input of reviewer) input.value = address.get(input.name) ?? "";
    for (const each of cells) {
      const [decision = "", decidedOn = each.hash, ...comment] = address.get(each.tool)?.split("~") ?? [];
      each.decision.value = decision;
      each.comment.value = comment.join("~");
      each.decidedOn = decidedOn;
    }
    show();
  };
  root.addEventListener("input", remember);
  addEventListener("hashchange", restore);
  restore();
}
