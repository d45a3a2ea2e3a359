/** Markup that is safe to send: every text in it was escaped. */
export interface Html {
  readonly kind: "html";
  readonly text: string;
}

/** What may stand in a template: text is escaped, lists are joined, nothing is left out. */
export type Content = Html | string | number | undefined | readonly Content[];

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A template whose values are escaped, for text and for attributes in quotes. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Html {
  const text = parts.map((part, index) => `${part}${textOf(values[index])}`).join("");
  return { kind: "html", text };
}

function textOf(content: Content): string {
  if (content === undefined) return "";
  if (typeof content === "string") return content.replaceAll(/[&<>"']/g, (each) => entities[each] ?? "");
  if (typeof content === "number") return String(content);
  return "text" in content ? content.text : content.map(textOf).join("");
}
