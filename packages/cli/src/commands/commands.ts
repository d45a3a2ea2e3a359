import { check } from "./check.ts";
import type { Command } from "./command.ts";
import { generate } from "./generate.ts";

/** All commands, in the order in which help lists them. */
export const commands: readonly Command[] = [check, generate];
