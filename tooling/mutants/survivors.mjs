/**
 * Mutants that survive, each with the reason: `[file, code, replacement, reason]`. A survivor that is not here fails the bench. An empty
 * replacement stands for a removed block.
 */
export const survivors = [];
