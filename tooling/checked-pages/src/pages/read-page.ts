import { readFileSync } from "node:fs";
import { join } from "node:path";
import { siteTexts } from "./site-texts.ts";

/** A text of a page, and where it stands: a row of the label, a step, a line of the front matter. */
export interface PageText {
  readonly place: string;
  readonly text: string;
}

/** The texts of a tool's generated page that speak of one variant of its rules. */
export function readPage(folder: string, tool: string, variant: number): readonly PageText[] {
  const page = readFileSync(join(folder, "tools", `${tool.replace(".", "/")}.md`), "utf8");
  const [, head = "", body = ""] = /^---\n([^]*?)\n---\n([^]*)$/.exec(page) ?? [];
  const steps = between(body, "steps")
    .split("\n")
    .filter((line) => line.startsWith("1. "))
    .map((line) => line.slice(3));
  const data = [...(/^tool:\n([^]*)/m.exec(head)?.[1] ?? "").matchAll(/^ {2}(\w+): (.+)$/gm)];
  const facts = Object.fromEntries(
    data.map(([, name = "", value = ""]) => [name, JSON.parse(value) as unknown]),
  );
  return [
    ...data.map(([, name = "", text = ""]) => ({ place: `data ${name}`, text })),
    ...siteTexts(facts),
    { place: "label", text: /^\*\*(.+)\*\*$/m.exec(body)?.[1] ?? "" },
    ...rowsOf(body, variant),
    ...steps.map((text) => ({ place: "step", text })),
    ...(steps.length === 0 ? [] : [{ place: "order of the steps", text: steps.join("\n") }]),
    ...listsOf(folder, tool),
    ...[...body.matchAll(/^Also from the read-only tool .*$/gm)].map(([text]) => ({ place: "plan", text })),
    ...[...body.matchAll(/```text\n([^]*?)\n```/g)].map(([, text = ""]) => ({ place: "question", text })),
  ];
}

function between(body: string, name: string): string {
  return new RegExp(`<!-- ${name} -->([^]*?)<!-- /${name} -->`).exec(body)?.[1] ?? "";
}

/** The rows of the tables about a contract, and of the safety label. A table of a branch counts for its variant alone. */
function rowsOf(body: string, variant: number): readonly PageText[] {
  const tables = body
    .split(/\n{2,}/)
    .filter((part) => part.startsWith("| "))
    .map((part) =>
      [...part.matchAll(/^\| (?!---)(.+) \|$/gm)].map(([, line = ""]) => line.split(/(?<!\\) \| /)),
    );
  const of = (kind: string): typeof tables => tables.filter(([head]) => head?.[0] === kind);
  // The last branch is that of all other calls, the first variant.
  const branch = (kind: string): (typeof tables)[number] =>
    of(kind)
      .at(variant - 1)
      ?.slice(1) ?? [];
  const rows = [
    ...of("Tool").flat(),
    ...branch("Branch"),
    ...["Failures", "Fact"].flatMap((kind) => of(kind).flatMap(([, ...each]) => each)),
  ];
  return [
    ...branch("Safety label").map(([name = "", text = ""]) => ({ place: `label ${name}`, text })),
    ...rows.map(([name = "", text = ""]) => ({ place: name, text })),
  ];
}

/** The lists of tools by behaviour that name the tool. */
function listsOf(folder: string, tool: string): readonly PageText[] {
  return ["idempotent", "idempotent-with-a-key"].flatMap((list) => {
    const page = readFileSync(join(folder, `by-safety/${list}.md`), "utf8");
    return page.includes(`.md) \`${tool}\` |`) ? [{ place: `list ${list}`, text: title(page) }] : [];
  });
}

function title(page: string): string {
  return /^title: "(.*)"$/m.exec(page)?.[1] ?? "";
}
