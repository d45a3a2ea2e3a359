import { type AnyHostRule, hostRule } from "./host-rule.ts";

export const toolCount: AnyHostRule = hostRule({
  code: "host/tool-count",
  scope: "list",
  severity: "error",
  summary: "There are no more tools than the host accepts in one request.",
  limits: {
    openai: { max: 128, source: "https://github.com/zed-industries/zed/issues/42393" },
  },
  check({ tools }, { max }, report) {
    const first = tools[max];
    if (!first) return;
    report(
      `a request has at most ${max} tools, and there are ${tools.length}`,
      first.spans.name,
      "split the product, or leave tools out for a principal by permission",
    );
  },
});
