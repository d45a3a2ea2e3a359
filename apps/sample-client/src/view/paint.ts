import { type Paints, paints } from "@proviso/terminal";
import picocolors from "picocolors";

/** The styles of what is printed are marked: see `printed`. */
export const hasColor: boolean = picocolors.isColorSupported;
export const pc: Paints = paints(hasColor);
