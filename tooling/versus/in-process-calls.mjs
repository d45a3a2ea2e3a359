// Calls through the agent's own program, for tools that run inside it.

export async function connectInProcess(port, token, person) {
  const url = `http://127.0.0.1:${port}`;
  const answer = person && { action: person.action };
  return {
    isModern: false,
    async call(tool, input) {
      try {
        const body = JSON.stringify({ tool, input, token, person: answer });
        const response = await fetch(`${url}/call`, {
          method: "POST",
          body,
          signal: AbortSignal.timeout(8_000),
        });
        return await response.json();
      } catch (error) {
        return { isError: true, text: String(error), asked: [] };
      }
    },
    async list() {
      const response = await fetch(`${url}/list`, { method: "POST", body: JSON.stringify({ token }) });
      return await response.json();
    },
    close: async () => {},
  };
}
