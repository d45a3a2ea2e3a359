import { configOfMany } from "../../tooling/vitest.ts";

export default configOfMany;
