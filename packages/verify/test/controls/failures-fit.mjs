// Fails with a code that its contract does not list.
import { failed, isHonest, serve, structured, tool } from "./serve.mjs";

const half = tool("half", { number: { type: "integer", minimum: 0, maximum: 1000 } });

serve([half], ({ number }) =>
  number % 2 === 0
    ? structured({ half: number / 2 })
    : failed("the number is odd", isHonest ? "odd" : "E_ODD"),
);
