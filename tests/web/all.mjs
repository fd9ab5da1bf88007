// All browser tests, one after another, in one browser. An argument runs only those whose names contain it.
import { close } from "./page.mjs";
import { run } from "./harness.mjs";

await import("./plan.mjs");
await import("./play.mjs");
await import("./look.mjs");
await import("./fit.mjs");
await import("./caption.mjs");
await import("./story.mjs");
await import("./file.mjs");
await import("./access.mjs");
if (process.env.FIREFOX) await import("./firefox.mjs");

const failed = await run(process.argv[2] ?? "");
await close();
process.exit(failed ? 1 : 0);
