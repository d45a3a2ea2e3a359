const authored = "words of the contract's author";

/** Sentences that no call of the sample can show to be true or false, each with the reason. */
export const beyond: readonly (readonly [place: RegExp, says: RegExp, why: string])[] = [
  [
    /^(?:Tool|All calls|Arguments|Level|Category|Owner|Finds out|Contract hash)$|^`/,
    /./,
    "names, and words of the contract's author",
  ],
  [/^label$/, /the rows say what it would do/, authored],
  [/^(?:Changes|Fails|Implied failures|If called twice|Would change|Would return.*)$/, /./, authored],
  [/^Can call it$/, /^\[`|^:|This page says what it would do/, authored],
  [
    /^(?:Sees|Returns) and sends$/,
    /^(?:Sees|Returns|Reads) private data[.,]|^Returns text that outsiders|^Can send data out|^\*\*All three/,
    "what may happen, not what one call does",
  ],
  [/^label Undo$/, /undone$|^Cannot undo /, "nothing tries to undo it"],
  [
    /^label (?:Outsiders|Private data)$/,
    /text$|^Return|^Reads|^Sends|^Acts|^May be given|^Not ruled out|can send data out$/,
    "what may happen, not what one call does",
  ],
  [
    /^(?:label Log-in, limit|Limits)$/,
    /limit|^No budget|^, [\d,.]+ of /,
    "no call shows that there is no limit, or spends a budget",
  ],
  [
    /^label$/,
    /^(?:[A-Z][a-z ,]+|, in steps of its own);$/,
    "the words are those of the front matter, which are checked",
  ],
  [
    /^(?:explorer|review pack|Asks|label .*)$/,
    /guard/,
    "said of the client's guard, which `packages/client/test` calls",
  ],
  [/^label Who is asked$/, /^: /, "who approves is decided in the inbox, and no call here is"],
  [/^(?:Asks|step)$/, /approve|inbox|guard/, "decided in the inbox, or by a guard, and no call here is"],
  [/^Must have signed in$/, /^Reason: /, authored],
  [/^Limits$/, /^A call may take/, "no call here takes so long"],
  [/^Limits$/, /^(?:[\d,]+ of `|[A-Z]{3} [\d,.]+ in )/, "a budget, which no call here spends"],
  [
    /^step$/,
    /^(?:The (?:client calls|handler runs|client gets|server wants a (?:fresh|stronger)|server checks)|It )/,
    "what every call does",
  ],
  [/^Dry run$/, /^, and again if what/, "nothing changes between the two"],
  [
    /^step$/,
    /^If (?:it is not known what the handler did|the server dies)/,
    "no handler is interrupted here",
  ],
  [/^data /, /./, "the explorer's data, of which the calls show nothing"],
  [/^MCP hints$/, /agencyHint/, "no hint of MCP"],
];
