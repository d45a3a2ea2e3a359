export { codemode, type CodemodeOptions } from "./codemode.ts";
