// Changes an address without asking when the person last signed in (`AUTH_AGE`, in seconds).
import { writeFileSync } from "node:fs";
import { failed, isHonest, serve, structured, tool } from "./serve.mjs";

const age = Number(process.env["AUTH_AGE"] ?? Infinity);

serve([tool("address_set", { address: { type: "string", maxLength: 80 } })], ({ address }) => {
  if (isHonest && age > 900) return failed("sign in again", "step_up_required");
  writeFileSync("address.txt", address);
  return structured({ address });
});
