// Generated from templates/*.hbs by `pnpm templates`. Do not edit: change a template and run it.
import type { TemplateName } from "../naming/known-names.ts";
import type { View } from "../markdown/template-functions.ts";
import { frontmatter } from "./templates/frontmatter.ts";
import { toolTable } from "./templates/tool-table.ts";
import { fieldTable } from "./templates/field-table.ts";
import { index } from "./templates/index.ts";
import { groups } from "./templates/groups.ts";
import { bySafety } from "./templates/by-safety.ts";
import { safetyRow } from "./templates/safety-row.ts";
import { toolList } from "./templates/tool-list.ts";
import { toolSections } from "./templates/tool-sections.ts";
import { toolRow } from "./templates/tool-row.ts";
import { tool } from "./templates/tool.ts";
import { domain } from "./templates/domain.ts";
import { failureModes } from "./templates/failure-modes.ts";
import { llms } from "./templates/llms.ts";
import { llmsDomain } from "./templates/llms-domain.ts";
import { docsReadme } from "./templates/docs-readme.ts";
import { schemasReadme } from "./templates/schemas-readme.ts";
import { hostsReadme } from "./templates/hosts-readme.ts";

/** The built-in templates as functions: compiling them in each process would take longer than all else that it does. */
export const templates: Readonly<Record<TemplateName, (view: View) => string>> = {
  frontmatter,
  "tool-table": toolTable,
  "field-table": fieldTable,
  index,
  groups,
  "by-safety": bySafety,
  "safety-row": safetyRow,
  "tool-list": toolList,
  "tool-sections": toolSections,
  "tool-row": toolRow,
  tool,
  domain,
  "failure-modes": failureModes,
  llms,
  "llms-domain": llmsDomain,
  "docs-readme": docsReadme,
  "schemas-readme": schemasReadme,
  "hosts-readme": hostsReadme,
};
