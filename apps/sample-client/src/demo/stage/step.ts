import type { Stage } from "./stage.ts";

/** A scene of the demo: it says what will happen, makes it happen, and checks that it did. */
export interface Step {
  readonly title: string;
  readonly text: string;
  run(stage: Stage): Promise<void>;
}
