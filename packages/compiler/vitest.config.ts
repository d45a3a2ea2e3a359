import { configOfPure } from "../../tooling/vitest.ts";

export default configOfPure;
