import { createInterface } from "node:readline/promises";

/** Waits until the person presses Enter, then removes the prompt. */
export async function pauseAtTerminal(): Promise<void> {
  const { stdin: input, stdout: output } = process;
  const lines = createInterface({ input, output });
  // Ctrl-C ends the demo as it would without a prompt.
  lines.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  await lines.question("\n  Enter: next step ");
  lines.close();
  output.write("\u001b[1A\u001b[2K\u001b[1A");
}
