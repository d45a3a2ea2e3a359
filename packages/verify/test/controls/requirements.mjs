// Runs without what it requires (`REQUIREMENTS` in the environment).
import { failed, isHonest, serve, structured, tool } from "./serve.mjs";

const met = (process.env["REQUIREMENTS"] ?? "").split(",");

serve([tool("launch_window", {})], () =>
  isHonest && !met.includes("env:production")
    ? failed("needs env:production", "requirement_unmet")
    : structured({ opens: "12:00" }),
);
