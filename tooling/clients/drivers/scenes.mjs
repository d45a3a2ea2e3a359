// What every client is tried with. A scene returns "yes", "refused", "cannot ask", or what went wrong.
import { approve, approveAtTerminal } from "./person.mjs";

export async function playScenes(client, target) {
  const seen = await alone(client, target);
  return { ...seen, confirm: client.asksPerson ? await withPerson(client, target) : "cannot ask" };
}

/** Nobody can be asked: the client declares no elicitation. */
async function alone(client, target) {
  const connection = await client.connect(target);
  try {
    const names = await connection.list();
    const run = caller(connection, names);
    return {
      names,
      list: names.length > 30 ? "yes" : `${names.length} tools`,
      read: await read(run),
      dryRun: await dryRun(run, names),
      alone: await riskyCall(run, { isApproved: false }),
    };
  } finally {
    await connection.close();
  }
}

async function withPerson(client, target) {
  const asked = [];
  const connection = await client.connect(target, (question) => {
    asked.push(question.message);
    return approve(question);
  });
  try {
    const run = caller(connection, await connection.list());
    const simple = await riskyCall(run, { isApproved: true });
    if (simple !== "yes") return simple;
    const critical = await run("contracts.send", contract);
    if (!critical.includes("sentAt")) return critical;
    return asked.length === 2 ? "yes" : `asked ${asked.length} times`;
  } finally {
    await connection.close();
  }
}

/** Nobody can be asked in the client; a person approves a critical call elsewhere, between two equal calls. */
export async function playWaiting(client, target) {
  const connection = await client.connect(target);
  try {
    const run = caller(connection, await connection.list());
    const told = await run("contracts.send", contract);
    const id = /\/approvals\/([0-9a-f]{48})/.exec(told)?.[1];
    if (id === undefined || told.includes("sentAt")) return told;
    const early = await run("contracts.send", contract);
    if (!early.includes(id)) return early;
    approveAtTerminal(target.approve, id);
    const text = await run("contracts.send", contract);
    return text.includes("sentAt") ? "yes" : text;
  } finally {
    await connection.close();
  }
}

/** The client knows the address of the server alone. */
export async function playSigningIn(client, target) {
  const connection = await client.connect(target);
  try {
    const names = await connection.list();
    const list = names.length > 30 ? "yes" : `${names.length} tools`;
    return { list, read: await read(caller(connection, names)) };
  } finally {
    await connection.close();
  }
}

const projectId = "prj_0001";
const contract = { contractId: "ctr_0003", signatory: "max.brandt@example.com" };

/** Calls a tool of the contracts under whatever name the client lists for it. Some clients throw what others return. */
function caller(connection, names) {
  return async (tool, input = {}) => {
    const name = names.find((each) => plainName(each).replace(/^backoffice_/, "") === plainName(tool));
    if (name === undefined) throw new Error(`\`${tool}\` is not in the list`);
    try {
      return await connection.call(name, input);
    } catch (error) {
      return String(error);
    }
  };
}

function plainName(name) {
  return name.replaceAll(/[.-]/g, "_");
}

/** A client that takes `account.get` for this tool shows an account's id. */
async function read(run) {
  const text = await run("account.get_current_user");
  return text.includes("permissions") && !text.includes("accountId") ? "yes" : text;
}

async function dryRun(run, names) {
  const input = { customerId: "cus_0001", reason: "duplicate" };
  const hasPlanTool = names.some((name) => name.endsWith("customers_delete_plan"));
  const text = hasPlanTool
    ? await run("customers.delete_plan", input)
    : await run("customers.delete", { ...input, dryRun: true });
  if (!text.includes("expectedSideEffects")) return text;
  const after = await run("customers.get", { customerId: "cus_0001" });
  return after.includes("cus_0001") && !after.includes("not_found") ? "yes" : `gone: ${after}`;
}

async function riskyCall(run, { isApproved }) {
  const before = await statusOf(run);
  const status = before === "on_hold" ? "planned" : "on_hold";
  const text = await run("projects.change_status", { projectId, status });
  const after = await statusOf(run);
  if (isApproved) return after === status ? "yes" : text;
  if (after !== before) return `ran without a person: ${text}`;
  return /confirmation_required|person has to approve/.test(text) ? "refused" : text;
}

/** The status in whatever a client makes of the list: JSON, or JSON in a text in JSON. */
async function statusOf(run) {
  const text = (await run("projects.list", { pageSize: 100 })).replaceAll("\\", "");
  const project = text.slice(text.indexOf(`"${projectId}"`));
  const status = /"?status"?:\s*"(\w+)"/.exec(project)?.[1];
  if (status === undefined) throw new Error(`no status of ${projectId} in ${text.slice(0, 500)}`);
  return status;
}
