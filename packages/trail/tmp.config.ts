import { configOfMany } from "../../tooling/vitest.ts";
export default { ...configOfMany, test: { ...configOfMany.test, setupFiles: "./tmp-setup.ts" } };
