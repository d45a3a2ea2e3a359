// Unpacks the Chromium of `@sparticuz/chromium`, its fonts and its libraries. The package unpacks
// into the temp folder, so this runs as a process with its own.
import Chromium from "@sparticuz/chromium";

await Chromium.executablePath();
