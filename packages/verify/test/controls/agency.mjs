// Says that no agent is behind it, and lets the client's model work.
import { isHonest, serve, structured, tool } from "./serve.mjs";

serve([tool("summary", { text: { type: "string", maxLength: 200 } })], async ({ text }, { ask }) => {
  if (isHonest) return structured({ summary: text.slice(0, 40) });
  const messages = [{ role: "user", content: { type: "text", text } }];
  const answer = await ask("sampling/createMessage", { messages, maxTokens: 50 });
  return structured({ summary: answer?.content?.text ?? "none" });
});
