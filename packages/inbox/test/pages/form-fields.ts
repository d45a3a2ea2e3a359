/** What a browser sends of the form with this button, if nobody touches it: what the page shows. */
export function formFields(page: string, button: string): Record<string, string> {
  const form = /<form[^>]*>(?:(?!<form).)*$/s.exec(page.slice(0, page.indexOf(button)))?.[0] ?? "";
  const fields: Record<string, string> = {};
  for (const [, input, kind, own = "", content = ""] of form.matchAll(
    /<input\b([^>]*)>|<(select|textarea)\b([^>]*)>(.*?)<\/\2>/gs,
  )) {
    const name = attribute(input ?? own, "name");
    if (name === undefined) continue;
    const options = [...content.matchAll(/<option([^>]*)>/g)].map(([, each = ""]) => each);
    const chosen = options.find((each) => / selected/.test(each)) ?? options[0] ?? "";
    fields[name] =
      input !== undefined
        ? (attribute(input, "value") ?? "")
        : kind === "select"
          ? (attribute(chosen, "value") ?? "")
          : plainText(content.replace(/^\n/, ""));
  }
  return fields;
}

function attribute(given: string, name: string): string | undefined {
  const [, value] = new RegExp(`\\b${name}="([^"]*)"`).exec(given) ?? [];
  return value === undefined ? undefined : plainText(value);
}

function plainText(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
