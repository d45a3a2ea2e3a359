/** The library that makes and shrinks values, in the one file that imports it. */
export { asyncProperty, check, constantFrom, oneof, record, type Arbitrary } from "fast-check";
