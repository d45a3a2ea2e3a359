import { globSync } from "node:fs";
import { resolve } from "node:path";
import process from "node:process";

// A module that the first test loads would run its mutants with that test alone; loaded before, with all tests.
for (const file of globSync((process.env.MUTANTS_FILES ?? "").split(" ")))
  await import(/* @vite-ignore */ resolve(file));
