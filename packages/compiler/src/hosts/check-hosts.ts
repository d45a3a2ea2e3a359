import type { DomainModel } from "../derive/model.ts";
import type { Diagnostic } from "../report/diagnostic.ts";
import type { HostName } from "./host.ts";
import { hostRules } from "./host-rules.ts";
import type { AnyHostRule } from "./host-rule.ts";
import { type ListOptions, type HostToolList, toolListOf } from "./tool-list.ts";

export interface HostOptions extends ListOptions {
  readonly names: readonly HostName[];
}

/** The findings of host rules on the sent tool list, once for all hosts that share one. */
export function checkHosts(
  domains: readonly DomainModel[],
  { names, ...options }: HostOptions,
): Diagnostic[] {
  const list = toolListOf(domains, options);
  return hostRules.flatMap((rule) => hostFindings(rule, list, names));
}

interface HostFinding {
  readonly hosts: HostName[];
  readonly diagnostic: Diagnostic;
}

function hostFindings(rule: AnyHostRule, list: HostToolList, names: readonly HostName[]): Diagnostic[] {
  const found = new Map<string, HostFinding>();
  for (const host of names)
    rule.run(list, host, (message, span, hint) => {
      const { code, severity } = rule;
      const key = JSON.stringify([message, span.file, span.start]);
      const diagnostic = { code, severity, message, ...(hint === undefined ? {} : { hint }), span };
      const known: HostFinding = found.get(key) ?? { hosts: [], diagnostic };
      if (!known.hosts.includes(host)) known.hosts.push(host);
      found.set(key, known);
    });
  return [...found.values()].map(({ hosts, diagnostic }) => ({
    ...diagnostic,
    message: `${hosts.map((host) => `\`${host}\``).join(", ")}: ${diagnostic.message}`,
  }));
}
