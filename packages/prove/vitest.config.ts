import { configOfManyBut } from "../../tooling/vitest.ts";

export default configOfManyBut({ "threads of Z3": ["test/z3.long.test.ts"] });
