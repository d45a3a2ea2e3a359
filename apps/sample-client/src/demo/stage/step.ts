import type { Stage } from "./stage.ts";

/** A scene of the demo: announces what will happen, does it, and checks it. */
export interface Step {
  readonly title: string;
  readonly text: string;
  run(stage: Stage): Promise<void>;
}
