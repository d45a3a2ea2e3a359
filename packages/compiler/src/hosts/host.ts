/** The hosts and model APIs whose limits are known, by the name that `check --host` takes. */
export const hostTitles = {
  openai: "the OpenAI API",
  anthropic: "the Claude API",
  gemini: "the Gemini API and Gemini CLI",
  vscode: "Visual Studio Code",
  "claude-code": "Claude Code",
} as const;

export type HostName = keyof typeof hostTitles;

export const hostNames = Object.keys(hostTitles) as readonly HostName[];
