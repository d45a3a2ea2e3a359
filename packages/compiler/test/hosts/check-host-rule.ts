import { describe, expect, test } from "vitest";
import { hostNames, type HostName } from "../../src/hosts/host.ts";
import type { AnyHostRule } from "../../src/hosts/host-rule.ts";
import { compile } from "../../src/index.ts";
import { contractOf, type ToolText, unmark } from "../contract-text.ts";
import { fragmentRules } from "../fragment-rules.ts";

/** The fields of a tool, with marks where a host refuses it, by the name of the case. */
export type HostCases = Readonly<Record<string, ToolText>>;

/** The findings of hosts about a contract: the host and the place. */
function findingsOf(
  { code }: AnyHostRule,
  text: string,
  names: readonly HostName[],
): { readonly hosts: string; readonly start: number; readonly end: number }[] {
  const hosts = { names, product: "acme", wireNames: "underscore" } as const;
  const { diagnostics } = compile([{ path: "things.yaml", text }], { rules: fragmentRules, hosts });
  expect(diagnostics.filter((each) => /^(parse|decode|type|resolve|contract)\//.test(each.code))).toEqual([]);
  return diagnostics
    .filter((each) => each.code === code)
    .map(({ message, span: { start, end } }) => ({ hosts: message.split(": ")[0] ?? "", start, end }));
}

/** Expects that each host accepts the cases under `all` and under other hosts, and refuses those under its own name. */
export function checkHostRule(
  rule: AnyHostRule,
  {
    valid,
    invalid,
    header = "",
  }: {
    readonly valid: HostCases;
    readonly invalid: Partial<Record<HostName, HostCases>>;
    readonly header?: string;
  },
): void {
  describe(`${rule.code}`, () => {
    for (const [name, fields] of Object.entries(valid))
      test(`every host takes ${name}`, () =>
        expect(findingsOf(rule, unmark(contractOf(fields, header)).text, hostNames)).toEqual([]));
    for (const [host, cases] of Object.entries(invalid) as [HostName, HostCases][])
      for (const [name, fields] of Object.entries(cases))
        test(`${host} does not take ${name}`, () => {
          const { text, places } = unmark(contractOf(fields, header));
          const expected = places.map((place) => ({ ...place, hosts: `\`${host}\`` }));
          expect(findingsOf(rule, text, [host])).toEqual(expected);
        });
    test("names a source for each host that it is about, and no other host has an example here", () => {
      for (const limit of Object.values(rule.limits)) expect(limit.source).toMatch(/^https:\/\//);
      expect(Object.keys(invalid).toSorted()).toEqual(Object.keys(rule.limits).toSorted());
    });
  });
}
