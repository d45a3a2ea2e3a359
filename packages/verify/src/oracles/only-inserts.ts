/** Whether a text became another by one insertion, or by one in each line and new lines, as a list in JSON grows. */
export function onlyInserts(was: string, is: string): boolean {
  if (isOneInsertion(was, is)) return true;
  const lines = is.split("\n");
  let at = 0;
  return was.split("\n").every((line) => {
    while (at < lines.length && !isOneInsertion(line, lines[at] ?? "")) at++;
    return at++ < lines.length;
  });
}

/** Whether the text before is the beginning and the end of the text now. */
function isOneInsertion(was: string, is: string): boolean {
  let start = 0;
  while (start < was.length && was[start] === is[start]) start++;
  let end = 0;
  while (end < was.length - start && was.at(-1 - end) === is.at(-1 - end)) end++;
  return was.length <= is.length && start + end >= was.length;
}
