import { pc } from "../view/paint.ts";
import { visible, wrap } from "../view/text.ts";
import type { DemoStep } from "./step.ts";
import { withStage } from "./stage.ts";
import { createTranscript, width } from "./transcript.ts";

const demoIntro = `This is an agent host (the sample client) talking to an MCP server (the sample backoffice) over stdio, on a fresh database. Mia leads operations; her agent calls tools, and a scripted person answers its questions. Everything was generated from contracts/*.yaml.`;

const demoNext = [
  ["Edit a contract", "contracts/customers.yaml: lower a riskLevel, add a failure mode, add a tool"],
  ["Generate", "npm run generate: server, client, schemas and docs follow"],
  ["Call it yourself", "./x backoffice tools, then ./x backoffice call customers.list"],
  ["Read the docs", "npm run docs: every tool by safety, by category, by permission"],
] as const;

/** Plays the demo. Returns the exit code: 0 only if everything happened as announced. */
export async function playDemo(print: (line: string) => void, steps: readonly DemoStep[]): Promise<0 | 1> {
  const transcript = createTranscript(print);
  print(`${pc.bold("Proviso")}: a tool is a contract\n\n${wrap(demoIntro, 0, width)}`);
  try {
    await withStage(transcript, async (stage) => {
      for (const [index, step] of steps.entries()) {
        transcript.chapter(index + 1, step.title, step.text);
        await step.run(stage);
      }
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    print(`\n${pc.red(wrap(`✖ This did not happen as said: ${visible(message)}`, 0, width))}`);
    return 1;
  }
  print(`\n${pc.bold(pc.green(`All ${steps.length} steps happened as said.`))} What you can do next:\n`);
  for (const [title, how] of demoNext) print(`  ${pc.bold(title.padEnd(18))}${wrap(how, 20, width)}`);
  return 0;
}
