// The open questions of imported contracts, in groups: what `proviso todo` asks at the terminal.

const at = (id) => document.getElementById(id);

function text(tag, content) {
  const element = document.createElement(tag);
  element.textContent = content;
  return element;
}

function button(label, act) {
  const element = text("button", label);
  element.type = "button";
  element.addEventListener("click", act);
  return element;
}

/** Shows the questions, and answers them by `ask`, which posts to `proviso dev`. */
export function todoOf(ask) {
  let last;

  async function act(asked, said) {
    try {
      const answer = await ask(asked);
      const left = (answer.left ?? []).map((tool) => `${tool} would have errors, and stays open`);
      const sentence = answer.problem ?? [said, ...left].filter((each) => each).join("; ");
      show(answer, sentence);
      if (said) at("todo-title").focus();
    } catch (error) {
      at("todo-said").textContent = error.message;
    }
  }

  function show({ groups, errors, lastYes }, said) {
    at("todo").hidden = groups.length === 0 && lastYes === undefined && !errors;
    const count = `${groups.length} question${groups.length === 1 ? "" : "s"} left`;
    const state = errors ? "The contracts have errors, so nothing is asked." : count;
    at("todo-said").textContent = [said, state].filter((each) => each).join(". ");
    at("todo-undo").hidden = lastYes === undefined;
    at("todo-undo").textContent = `Undo ${lastYes}`;
    last = lastYes;
    const opened = new Set([...at("todo-groups").children].filter((each) => each.open).map(({ id }) => id));
    at("todo-groups").replaceChildren(...groups.map((group) => groupOf(group, opened)));
  }

  function groupOf({ id, question, tools }, opened) {
    const details = document.createElement("details");
    details.id = `todo-${id}`;
    const [list, writes] = [document.createElement("ul"), text("pre", "")];
    list.append(...tools.map(({ tool, evidence }) => text("li", evidence ? `${tool} (${evidence})` : tool)));
    writes.tabIndex = 0;
    writes.ariaLabel = `What a yes to ${id} writes`;
    const yes = button(tools.length === 1 ? "Accept" : `Accept for all ${tools.length}`, () =>
      act({ accept: id }, `Accepted ${id}`),
    );
    // Nobody accepts what is not shown yet.
    yes.disabled = true;
    details.append(text("summary", question), list, text("h3", "A yes writes"), writes, yes);
    details.addEventListener("toggle", async () => {
      if (!details.open || writes.textContent) return;
      const { changes, problem } = await ask({ show: id }).catch(({ message }) => ({ problem: message }));
      writes.textContent = problem ?? changes.map(lineOf).join("\n");
      yes.disabled = problem !== undefined;
    });
    details.open = opened.has(details.id);
    return details;
  }

  at("todo-undo").addEventListener("click", () => void act({ undo: true }, `Undone: ${last} is open again`));
  return { refresh: () => act({}, "") };
}

function lineOf({ places, lines }) {
  const where = places.length === 1 ? places[0] : `${places.length} tools: ${places.join(", ")}`;
  return [`${where}:`, ...lines.map((line) => `  ${line}`)].join("\n");
}
