import { configOfMany } from "../vitest.ts";

export default configOfMany;
