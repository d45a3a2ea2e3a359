import type { RiskLevel } from "@proviso/manifest";
import { generatedNotice } from "../../text/generated-notice.ts";
import type { TemplateView } from "../../templates/view.ts";
import { type YamlScalar, yamlString } from "../../text/markdown.ts";

/** The frontmatter of a page, in the fields that Starlight reads; `tool` and `permissions` are for the site's own components. */
export type Frontmatter = {
  readonly notice: YamlScalar;
  readonly title: YamlScalar;
  readonly description: YamlScalar;
  readonly label: YamlScalar;
  readonly order: number;
  readonly badge: ToolBadge | undefined;
  readonly tool: TemplateView;
  readonly permissions: TemplateView;
};

type ToolBadge = { readonly text: YamlScalar; readonly variant: YamlScalar };

interface PageHead {
  readonly title: string;
  readonly description: string;
  readonly label?: string;
  readonly order: number;
  /** The contract that the page comes from; absent if it comes from all contracts. */
  readonly source?: string;
  readonly riskLevel?: RiskLevel;
  /** From `toolFacts`. */
  readonly tool?: TemplateView;
  /** Name to meaning. */
  readonly permissions?: ReadonlyMap<string, string>;
}

export function frontmatter(head: PageHead): Frontmatter {
  return {
    // Goes into a YAML comment, so it only has to stay on one line.
    notice: generatedNotice(head.source) as YamlScalar,
    title: yamlString(head.title),
    description: yamlString(head.description),
    label: yamlString(head.label ?? head.title),
    order: head.order,
    badge: head.riskLevel && { text: yamlString(head.riskLevel), variant: badgeVariants[head.riskLevel] },
    tool: head.tool,
    permissions:
      head.permissions &&
      [...head.permissions].map(([name, meaning]) => ({
        name: yamlString(name),
        meaning: yamlString(meaning),
      })),
  };
}

/** Starlight's badge colours by risk. */
const badgeVariants: Readonly<Record<RiskLevel, YamlScalar>> = {
  low: yamlString("success"),
  medium: yamlString("note"),
  high: yamlString("caution"),
  critical: yamlString("danger"),
  forbidden: yamlString("default"),
};
