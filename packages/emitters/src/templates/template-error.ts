import type { TemplateName } from "../naming/known-names.ts";

/** A template of the project does not parse, or uses a name that its view does not have. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";

  constructor(template: TemplateName, cause: unknown) {
    const templateProblem = cause instanceof Error ? cause.message : String(cause);
    super(`the project's own templates cannot make \`${template}\`: ${templateProblem}`, { cause });
  }
}
