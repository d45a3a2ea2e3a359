// Unpacks the Chromium of `@sparticuz/chromium`, its fonts and its libraries, into the temp folder, which is where that
// package unpacks to: so it is run as a process with a temp folder of its own.
import Chromium from "@sparticuz/chromium";

await Chromium.executablePath();
