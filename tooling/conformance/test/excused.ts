// The scenarios and checks that do not apply to a server of contracts, each with the reason.

/** Every check of these is ignored. */
export const excusedScenarios: Readonly<Record<string, string>> = (() => {
  const because = (reason: string, ...names: string[]) => names.map((name) => [name, reason] as const);
  return Object.fromEntries([
    ...because(
      "the server has tools and nothing else: no resources, no prompts, no completions",
      "completion-complete",
      "prompts-get-embedded-resource",
      "prompts-get-simple",
      "prompts-get-with-args",
      "prompts-get-with-image",
      "prompts-list",
      "resources-list",
      "resources-read-binary",
      "resources-read-text",
      "resources-subscribe",
      "resources-templates-read",
      "resources-unsubscribe",
      "sep-2164-resource-not-found",
      "input-required-result-non-tool-request",
    ),
    ...because(
      "nothing is logged to clients: the audit is the log, and MCP has deprecated its own",
      "logging-set-level",
      "tools-call-with-logging",
    ),
    ...because(
      "no model and no root of the client is ever asked: a model's answer is no person's, and MCP has deprecated both",
      "input-required-result-basic-list-roots",
      "input-required-result-basic-sampling",
      "input-required-result-capability-check",
      "input-required-result-multiple-input-requests",
      "tools-call-sampling",
    ),
    ...because(
      "a person is asked whether this very call may run, once, and never for input: the arguments are the input",
      "elicitation-sep1034-defaults",
      "elicitation-sep1330-enums",
      "input-required-result-basic-elicitation",
      "input-required-result-multi-round",
    ),
    ...because(
      "it answers without a state, which here is an answer to no question, and is asked; see `packages/server/test/mcp2/http.test.ts`",
      "input-required-result-ignore-extra-params",
    ),
    ...because(
      "a stream is not resumed: an event that is kept for later would be a second copy of what the call returned",
      "server-sse-polling",
    ),
    ...because(
      "no argument is mirrored in a header: a contract has no place for `x-mcp-header`",
      "http-custom-header-server-validation",
    ),
    ...because(
      "the extension is none that the server has",
      "sep-2640-skills-directory",
      "sep-2640-skills-enumeration",
      "sep-2640-skills-manifest",
      "tasks-capability-negotiation",
      "tasks-dispatch-and-envelope",
      "tasks-lifecycle",
      "tasks-mrtr-composition",
      "tasks-mrtr-input",
      "tasks-request-headers",
      "tasks-request-state-removal",
      "tasks-required-task-error",
      "tasks-status-notifications",
      "tasks-wire-fields",
    ),
  ]);
})();

const verbatim =
  "a contract declares its types once, and every schema of it is in the one dialect, which is MCP's own";
const answered =
  "no call requires a capability: one that needs a person is answered with a result that its model reads, see `packages/server/test/mcp2/http.test.ts`";
const onlyTools = "the server has neither resources nor prompts to list";

/** These checks must fail; the other checks of the scenario must succeed. */
export const excusedChecks: Readonly<Record<string, string>> = {
  "json-schema-2020-12:json-schema-2020-12-$schema": verbatim,
  "json-schema-2020-12:json-schema-2020-12-$defs": verbatim,
  "json-schema-2020-12:sep-2106-anchor-keyword-preserved": verbatim,
  "server-stateless:sep-2575-server-rejects-undeclared-capability": answered,
  "server-stateless:sep-2575-missing-capability-http-400": answered,
  "caching:sep-2549-prompts-list-caching-hints": onlyTools,
  "caching:sep-2549-resources-list-caching-hints": onlyTools,
  "caching:sep-2549-resources-templates-list-caching-hints": onlyTools,
};
