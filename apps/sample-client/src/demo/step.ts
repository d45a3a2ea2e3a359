import type { DemoStage } from "./stage.ts";

/** A scene of the demo: announces what will happen, does it, and checks it. */
export interface DemoStep {
  readonly title: string;
  readonly text: string;
  run(stage: DemoStage): Promise<void>;
}
