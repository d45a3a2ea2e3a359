// Generated from templates/*.hbs by test/templates.test.ts. Do not edit: change a template and run
// `pnpm exec vitest run test/templates.test.ts -u`.
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
import { toolRow } from "./templates/tool-row.ts";
import { tool } from "./templates/tool.ts";
import { domain } from "./templates/domain.ts";
import { failureMode } from "./templates/failure-mode.ts";
import { llms } from "./templates/llms.ts";
import { llmsDomain } from "./templates/llms-domain.ts";
import { docsReadme } from "./templates/docs-readme.ts";
import { schemasReadme } from "./templates/schemas-readme.ts";
import { hostsReadme } from "./templates/hosts-readme.ts";

/** The built-in templates as functions: a process that compiled them would do nothing else for a while. */
export const templates: Readonly<Record<TemplateName, (view: View) => string>> = {
  frontmatter,
  "tool-table": toolTable,
  "field-table": fieldTable,
  index,
  groups,
  "by-safety": bySafety,
  "safety-row": safetyRow,
  "tool-list": toolList,
  "tool-row": toolRow,
  tool,
  domain,
  "failure-mode": failureMode,
  llms,
  "llms-domain": llmsDomain,
  "docs-readme": docsReadme,
  "schemas-readme": schemasReadme,
  "hosts-readme": hostsReadme,
};
