// Repeats a password in the message of a failure.
import { failed, isHonest, serve, structured, tool } from "./serve.mjs";

const properties = { user: { type: "string", maxLength: 20 }, password: { type: "string", maxLength: 40 } };

serve([tool("sign_in", properties)], ({ user, password }) =>
  password.length < 12
    ? failed(isHonest ? "too short" : `too short: ${password}`, "weak_password")
    : structured({ user }),
);
