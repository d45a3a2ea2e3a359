import type { Finding } from "./compile-contract.ts";

const severities = ["error", "warning", "info"] as const;

/** The findings as a list, errors first. Every text is text: a message quotes the contract. */
export function findingItems(
  findings: readonly Finding[],
  base: string,
  goTo: (finding: Finding) => void,
): readonly HTMLElement[] {
  const bySeverity = severities.flatMap((each) => findings.filter(({ severity }) => severity === each));
  return bySeverity.map((finding) => {
    const { severity, code, message, hint, line, column } = finding;
    const item = element("li", "", severity);
    const place = element("button", `line ${line}, column ${column}`, "place");
    place.type = "button";
    place.addEventListener("click", () => goTo(finding));
    const link = element("a", code);
    link.href = `${base}diagnostics/${code}/`;
    const head = element("p", "", "finding-head");
    head.append(element("strong", severity), " ", link, " ", place);
    item.append(head, paragraph(message));
    if (hint !== undefined) item.append(paragraph(`Hint: ${hint}`, "hint"));
    return item;
  });
}

/** Text with code between backticks. */
function paragraph(text: string, className = ""): HTMLElement {
  const made = element("p", "", className);
  made.append(...text.split("`").map((part, index) => (index % 2 === 0 ? part : element("code", part))));
  return made;
}

/** `2 errors, 1 warning`; "No findings" if there are none. */
export function countFindings(findings: readonly Finding[]): string {
  const counts = severities.flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    if (count === 0) return [];
    return severity === "info" ? `${count} info` : `${count} ${severity}${count === 1 ? "" : "s"}`;
  });
  return counts.length === 0 ? "No findings" : counts.join(", ");
}

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text: string,
  className = "",
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.textContent = text;
  if (className !== "") made.className = className;
  return made;
}
