#!/usr/bin/env node
// Checks a proof that `proviso audit evidence` made: node verify-evidence.mjs PROOF.json AUDIT.pub...
// It uses Node.js alone and none of Proviso's code. Exit codes: 0 proved, 1 not proved, 2 wrong usage.
import { createHash, createPublicKey, verify } from "node:crypto";
import { readFileSync, realpathSync } from "node:fs";
import process from "node:process";

const sha256 = (text, encoding) => createHash("sha256").update(text).digest(encoding);

/** RFC 8785: names sorted by UTF-16 units, no spaces. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const names = Object.keys(value).toSorted();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

function need(isTrue, problem) {
  if (!isTrue) throw new Error(problem);
}

function onlyHas(value, ...names) {
  for (const name of Object.keys(value)) need(names.includes(name), `\`${name}\` is no part of a proof`);
}

/** A record's hash is that of the hash before it and the digest of everything else in it. */
const link = (previous, digest) => sha256(`${previous} ${digest}`, "base64url");
const digestOf = ({ hash: _hash, previoushash: _previous, ...content }) =>
  sha256(canonical(content), "base64url");

/** The records of a run, if the anchor's signature covers them. */
function checkRun({ links, anchor, ...others }, keys) {
  onlyHas(others);
  onlyHas(anchor, "as", "writer", "sequence", "hash", "time", "keyId", "signature");
  const { as, signature, ...signed } = anchor;
  need(as === "head" || as === "end", "the anchor is of no known kind");
  need(keys.has(signed.keyId), `no public key with the id ${signed.keyId} was given`);
  const statement = Buffer.from(`proviso.audit.${as}.1\0${canonical(signed)}`);
  const bytes = Buffer.from(signature, "base64url");
  const isSigned = verify(null, statement, keys.get(signed.keyId), bytes);
  // Other texts of the same bytes are not what was signed.
  need(isSigned && bytes.toString("base64url") === signature, "the signature is wrong");
  const source = `urn:proviso:audit:${encodeURIComponent(signed.writer)}`;
  const records = [];
  let end = links[0].previoushash;
  links.forEach((item, index) => {
    if (typeof item === "string") {
      end = link(end, item);
      return;
    }
    need(item.previoushash === end, "a record does not follow the one before it");
    need(item.source === source, "a record is of another writer");
    need(
      Number(item.sequence) === signed.sequence - (links.length - 1 - index),
      "a record has another number",
    );
    const { keyid, signature: own, ...unsigned } = item;
    const isAnchor = as === "end" && index === links.length - 1;
    need(!isAnchor || (keyid === signed.keyId && own === signature), "the last record is not the anchor");
    need(link(end, digestOf(item)) === item.hash, `record ${item.sequence} was changed`);
    end = isAnchor ? link(end, digestOf(unsigned)) : item.hash;
    records.push(item);
  });
  need(end === signed.hash, "the records do not lead to the anchor");
  return records;
}

/** What follows the id of the call in that of a record. */
const kind = /^(intent|approval|event|outcome|settlement|precheck)(\.\d+)?$/;

/** Whether all records of the call are given. Its outcome says how many there are. */
function checkWhole(ofCall, call) {
  const ends = ofCall.filter(({ id }) => /\.(outcome|settlement|precheck)$/.test(id));
  need(ends.length > 0, "there is no outcome of the call: what became of it may be hidden");
  const isPrecheck = ofCall.every(({ id }) => id === `${call}.precheck`);
  const total = isPrecheck ? 1 : Math.max(...ends.map(({ data }) => data.parts ?? 0));
  const hidden = total - ofCall.length;
  need(hidden <= 0, `${hidden} of the ${total} records of the call are hidden`);
  return total > 0;
}

/** The contract has the hash that the call's intent names. */
function checkContract({ facts, rest, ...others }, hash) {
  onlyHas(others);
  need(sha256(canonical(facts), "hex") === hash, "the contract is not that of the call");
  const restHash = sha256(canonical(rest)).subarray(0, 16).toString("base64url");
  need(restHash === facts.rest, "the texts of the contract were changed");
}

export function checkEvidence({ format, call, contract, runs, ...others }, publicKeys) {
  onlyHas(others);
  need(format === "proviso-evidence-1", "this is no proof that this program knows");
  const keys = new Map(publicKeys.map(createPublicKey).map((key) => [idOf(key), key]));
  const records = runs.flatMap((run) => checkRun(run, keys));
  const places = new Set(records.map(({ source, sequence }) => `${sequence} ${source}`));
  need(places.size === records.length, "a record is given twice");
  const ofCall = records.filter(
    ({ id }) => id.startsWith(`${call}.`) && kind.test(id.slice(call.length + 1)),
  );
  const intent =
    ofCall.find(({ id }) => id === `${call}.intent`) ?? ofCall.find(({ id }) => id === `${call}.precheck`);
  need(intent, "there is no intent of the call");
  // Stryker disable next-line ArrayDeclaration: requests are hashes
  const requests = new Set(ofCall.flatMap(({ data }) => data.request ?? []));
  need(
    records.every((one) => ofCall.includes(one) || requests.has(one.data.request)),
    "a record is of another call",
  );
  if (contract !== undefined) checkContract(contract, intent.data.contractHash);
  return { records, intent, isWhole: checkWhole(ofCall, call) };
}

/** The first 32 hex digits of the SHA-256 of the key in DER. */
const idOf = (key) => sha256(key.export({ type: "spki", format: "der" }), "hex").slice(0, 32);

/** Nothing that a record or a proof contains can control the terminal. */
const printable = (text) =>
  text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** What the records say, as JSON. */
function describe({ time, type, subject, sequence, data }) {
  const { principal, input, approvers, via, reason, outcome, failure, contractHash } = data;
  const facts = { principal, input, contractHash, approvers, via, reason, outcome, failure };
  return JSON.stringify({ time, type, tool: subject, record: Number(sequence), ...facts });
}

/** How many names the objects of a JSON text have. */
function namesIn(json) {
  // Stryker disable next-line MethodExpression, Regex: a name given twice is one text more
  return [...json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"\s*(:?)/g)].filter(([, colon]) => colon).length;
}

/** The value of a JSON text. Of a name that an object has twice, another reader may take the other value. */
function parse(text) {
  const value = JSON.parse(text);
  need(namesIn(text) === namesIn(JSON.stringify(value)), "an object has a name twice");
  return value;
}

/** Prints what is proved; returns the exit code. */
export function main([proof, ...keyFiles]) {
  if (keyFiles.length === 0) {
    console.error("usage: node verify-evidence.mjs PROOF.json AUDIT.pub...");
    return 2;
  }
  try {
    const { records, isWhole } = checkEvidence(
      parse(readFileSync(proof, "utf8")),
      keyFiles.map((file) => readFileSync(file)),
    );
    for (const record of records) console.log(printable(describe(record)));
    const others = isWhole
      ? "no record of the call is hidden"
      : "no record says how many the call has, so others of it may be hidden";
    console.log(`PROVED: each of these records is in the chain that the key signed; ${others}`);
    return 0;
  } catch (error) {
    console.log(printable(`NOT PROVED: ${error.message}`));
    return 1;
  }
}

// Stryker disable all: tests start the program in a process of its own
/** For Node.js 22. The path of a started program may be a link. */
const isProgram = () =>
  process.argv[1] !== undefined && realpathSync(process.argv[1]) === import.meta.filename;

if (import.meta.main ?? isProgram()) process.exitCode = main(process.argv.slice(2));
