import type { Hints, RiskLevel } from "@proviso/manifest";
import { generatedNotice } from "../../text/generated-notice.ts";
import { type YamlScalar, yamlString } from "../../markdown/markdown.ts";

/** The head of a page, in the fields that Starlight reads; `proviso` is for the site's own components. */
export type Frontmatter = {
  readonly notice: YamlScalar;
  readonly title: YamlScalar;
  readonly description: YamlScalar;
  readonly label: YamlScalar;
  readonly order: number;
  readonly tool: ToolHead | undefined;
};

type ToolHead = {
  readonly name: YamlScalar;
  readonly riskLevel: YamlScalar;
  readonly badge: YamlScalar;
  readonly hints: Required<Hints>;
  readonly asks: YamlScalar;
};

interface PageHead {
  readonly title: string;
  readonly description: string;
  readonly label?: string;
  readonly order: number;
  /** The contract that the page comes from; without it, it comes from all of them. */
  readonly source?: string;
  readonly tool?: ToolHead;
}

export function frontmatter(head: PageHead): Frontmatter {
  return {
    // A YAML comment: it has to stay on its line, and that is all.
    notice: generatedNotice(head.source) as YamlScalar,
    title: yamlString(head.title),
    description: yamlString(head.description),
    label: yamlString(head.label ?? head.title),
    order: head.order,
    tool: head.tool,
  };
}

/** Starlight's badge colours by risk. */
export const badgeVariants: Readonly<Record<RiskLevel, YamlScalar>> = {
  low: yamlString("success"),
  medium: yamlString("note"),
  high: yamlString("caution"),
  critical: yamlString("danger"),
  forbidden: yamlString("default"),
};
