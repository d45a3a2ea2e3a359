/** The library that makes and shrinks values, in the one file that imports it. */
export { default as fc } from "fast-check";
