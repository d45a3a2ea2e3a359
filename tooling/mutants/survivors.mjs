import { auditSurvivors } from "./audit-survivors.mjs";
import { guardSurvivors } from "./guard-survivors.mjs";
import { pipelineSurvivors } from "./pipeline-survivors.mjs";
import { replaySurvivors } from "./replay-survivors.mjs";

/**
 * Mutants that survive, each with the reason: `[file, code, replacement, reason]`. A survivor that is not here fails the bench. Spaces
 * and line breaks count as one space.
 */
export const survivors = [...pipelineSurvivors, ...replaySurvivors, ...guardSurvivors, ...auditSurvivors];
