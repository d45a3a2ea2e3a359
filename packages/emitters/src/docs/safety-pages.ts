import { type Hints, type RiskLevel, riskLevels } from "@proviso/manifest";
import type { View } from "../render-template.ts";
import type { Catalogue } from "./catalogue.ts";
import { riskMeanings } from "./describe.ts";
import type { ToolEntry } from "./entry.ts";
import { joined, type Markdown, phrase, text } from "./markdown.ts";
import { groupRow, overviewHead, type Page, toolListPage } from "./page.ts";

interface Behaviour {
  readonly slug: string;
  readonly title: string;
  readonly meaning: Markdown;
  readonly holds: (tool: ToolEntry) => boolean;
}

/** The other ways to browse by safety, beside the risk level. */
const behaviourPages: readonly Behaviour[] = [
  behaviour("read-only", "Read-only", "readOnlyHint", phrase`Tools without any side effect.`),
  behaviour(
    "destructive",
    "Destructive",
    "destructiveHint",
    phrase`Tools with an effect that cannot be undone.`,
  ),
  behaviour(
    "open-world",
    "Open world",
    "openWorldHint",
    phrase`Tools that reach outside the system, or return text that outsiders may have written.`,
  ),
  behaviour("agentic", "Agentic", "agencyHint", phrase`Tools that decide steps of their own.`),
  {
    slug: "asks-a-person",
    title: "Asks a person",
    meaning: phrase`Tools that a person has to approve, every time or under a condition.`,
    holds: (tool) => tool.asksPerson,
  },
];

function behaviour(slug: string, title: string, hint: keyof Hints, meaning: Markdown): Behaviour {
  return { slug, title, meaning, holds: (tool) => tool.hints[hint] };
}

export const riskTitles: Readonly<Record<RiskLevel, string>> = {
  low: "Low risk",
  medium: "Medium risk",
  high: "High risk",
  critical: "Critical risk",
  forbidden: "Forbidden",
};

export function safetyPages(all: Catalogue): readonly Page[] {
  const overview = "by-safety/index.md";
  const levels = riskLevels.map((level) => ({
    path: `by-safety/${level}.md`,
    title: riskTitles[level],
    name: text(riskTitles[level]),
    meaning: riskMeanings[level],
    tools: all.tools.filter((tool) => tool.riskLevel === level),
  }));
  const behaviours = behaviourPages.map(({ slug, title, meaning, holds }) => ({
    path: `by-safety/${slug}.md`,
    title,
    name: text(title),
    meaning,
    tools: all.tools.filter(holds),
  }));
  const rows = (groups: typeof levels): View =>
    groups.map((group) => groupRow(overview, group.path, group.name, group.tools.length, group.meaning));
  return [
    {
      path: overview,
      template: "by-safety",
      view: {
        frontmatter: overviewHead("By safety", "Every tool by its risk level and by what it can do."),
        levels: rows(levels),
        behaviours: rows(behaviours),
        rows: joined(
          all.tools.map((tool) => tool.safetyRow),
          "\n",
        ),
      },
    },
    ...[...levels, ...behaviours].map((group, index) => toolListPage(group, index + 1)),
  ];
}
