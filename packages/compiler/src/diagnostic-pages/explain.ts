import { compile } from "../compile/compile.ts";
import type { Diagnostic } from "../report/diagnostic.ts";
import { printDiagnostics } from "../report/human.ts";
import { isConfigurable } from "../rules/facts/rule.ts";
import type { HostOptions } from "../hosts/check-hosts.ts";
import { hostNames, type HostName } from "../hosts/host.ts";
import { hostRules } from "../hosts/host-rules.ts";
import { rules } from "../rules/rules.ts";
import type { SourceText } from "../report/source.ts";
import type { DiagnosticPage } from "./page.ts";
import { pages } from "./pages.ts";

export { describe, describePage } from "./describe.ts";
export type { DiagnosticPage } from "./page.ts";

/** The Markdown page of a code; undefined if the code is unknown. Compiles the page's examples. */
export function explain(code: string): string | undefined {
  const page = pages.get(code);
  return page && printPage(code, page, findingsOf(code, page.wrong));
}

/** The Markdown page of a code, given the findings in its example. */
export function printPage(
  code: string,
  { means, fix, wrong, right }: DiagnosticPage,
  findings: readonly Diagnostic[],
): string {
  const rule = [...rules, ...hostRules].find((each) => each.code === code);
  const sections = [
    `# ${code}`,
    ...(rule ? [`**${rule.summary}**`] : []),
    means,
    severityOf(code, findings),
    "## How to fix it",
    fix,
    changeBetween(wrong, right),
    "## Example",
    ...wrong.map(({ path, text }) => `\`${path}\`:\n\n${yamlFence("yaml", text)}`),
    ...(findings.length > 0 ? [yamlFence("text", printDiagnostics(findings, wrong, { color: false }))] : []),
    ...sourcesOf(code),
  ];
  return `${sections.join("\n\n")}\n`;
}

/** The findings in an example. `lint/` rules are off unless the example names them. */
export function findingsOf(code: string, sources: readonly SourceText[]): readonly Diagnostic[] {
  const others = rules.flatMap((rule) =>
    isConfigurable(rule.code) && rule.code !== code && !sources.some(({ text }) => text.includes(rule.code))
      ? [[rule.code, "off"] as const]
      : [],
  );
  const hosts = exampleHosts(code);
  const { diagnostics } = compile(sources, {
    rules: Object.fromEntries(others),
    ...(hosts ? { hosts } : {}),
  });
  return diagnostics.filter((each) => each.code === code || !each.code.startsWith("host/"));
}

/** The example of a host rule is checked for the hosts that the rule covers. */
function exampleHosts(code: string): HostOptions | undefined {
  const names = hostsOf(code);
  return names.length > 0 ? { names, product: "acme", wireNames: "underscore" } : undefined;
}

function hostsOf(code: string): readonly HostName[] {
  const limits = hostRules.find((rule) => rule.code === code)?.limits ?? {};
  return hostNames.filter((name) => Object.hasOwn(limits, name));
}

/** The sources of a host's limit: documentation or observation. */
function sourcesOf(code: string): readonly string[] {
  const rule = hostRules.find((each) => each.code === code);
  const lines = hostsOf(code).map((name) => `- \`${name}\`: <${rule?.limits[name]?.source}>`);
  return lines.length > 0 ? ["## Sources", lines.join("\n")] : [];
}

const severityNames = { error: "an error", warning: "a warning", info: "a note (`info`)" } as const;

function severityOf(code: string, [first]: readonly Diagnostic[]): string {
  const change = isConfigurable(code)
    ? `\`rules: { ${code}: off }\` in \`proviso.yaml\` turns it off; \`info\`, \`warning\` and \`error\` set it. A comment \`# proviso-ignore ${code} -- REASON\`, on the line or above it, suppresses it in one place.`
    : hostsOf(code).length > 0
      ? `Only \`proviso check --host NAME\` reports it, for ${hostsOf(code)
          .map((name) => `\`${name}\``)
          .join(", ")}.`
      : "It cannot be turned off.";
  return `This is ${severityNames[first?.severity ?? "error"]}. ${change}`;
}

/** The removed and added lines, without context. */
function changeBetween(wrong: readonly SourceText[], right: readonly SourceText[]): string {
  const after = new Map(right.map(({ path, text }) => [path, text]));
  const changes = wrong.flatMap(({ path, text }) => lineChanges(text, after.get(path) ?? ""));
  return yamlFence("diff", changes.join("\n"));
}

function lineChanges(before: string, after: string): string[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  return [
    ...withoutLines(old, now).map((line) => `-${line}`),
    ...withoutLines(now, old).map((line) => `+${line}`),
  ];
}

/** The lines that occur in `lines` more often than in `others`. */
function withoutLines(lines: readonly string[], others: readonly string[]): string[] {
  const rest = [...others];
  return lines.filter((line) => {
    const index = rest.indexOf(line);
    if (index >= 0) rest.splice(index, 1);
    return index < 0;
  });
}

function yamlFence(language: string, text: string): string {
  return `\`\`\`${language}\n${shortenExample(text.trimEnd())}\n\`\`\``;
}

/** Shortens long examples: some findings are about size. */
function shortenExample(text: string): string {
  const lines = text.split("\n");
  const shown = lines.length > 50 ? lines.slice(0, 20) : lines;
  return [
    ...shown.map((line) => (line.length > 200 ? `${line.slice(0, 160)} …` : line)),
    ...(shown.length < lines.length ? [`… ${lines.length - shown.length} lines more`] : []),
  ].join("\n");
}
