import { type AnyHostRule, hostRule } from "./host-rule.ts";

export const toolCount: AnyHostRule = hostRule({
  code: "host/tool-count",
  scope: "list",
  severity: "error",
  summary: "There are no more tools than the host accepts in one request.",
  limits: {
    openai: { most: 128, source: "https://github.com/zed-industries/zed/issues/42393" },
  },
  check({ tools }, { most }, report) {
    const first = tools[most];
    if (!first) return;
    report(
      `a request has at most ${most} tools, and there are ${tools.length}`,
      first.spans.name,
      "split the product, or leave tools out for a principal by permission",
    );
  },
});
