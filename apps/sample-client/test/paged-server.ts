// The backoffice on standard input and output, three tools a page: `paged-server.ts 1|2 FOLDER`.
import { openBackoffice, seededPrincipal } from "backoffice-server";

const [sdk, folder = ""] = process.argv.slice(2);
const backoffice = await openBackoffice(folder);
const stdio = seededPrincipal("mia", new Date());
if (!stdio) throw new Error("there is no mia");
const { closed } = await backoffice.server.serve({ stdio, sdk: sdk === "1" ? 1 : 2, toolsPerPage: 3 });
await closed;
await backoffice.close();
