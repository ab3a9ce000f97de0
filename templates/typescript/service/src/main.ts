/** Serves the service: `node src/main.ts --host 127.0.0.1 --port 8000`. Port 0 takes a free one; a line says which. */

import { parseArgs } from "node:util";

import { createApp } from "./app.ts";
import { configure, log } from "./log.ts";
import { Service } from "./runtime/calls.ts";
import { serve } from "./runtime/serving.ts";
import { settings as read } from "./settings.ts";
import { NAME } from "./spec.ts";
import { open } from "./store/database.ts";
import { STORE } from "./store/store.ts";
import { STATE } from "./wire.ts";

const { values } = parseArgs({
  options: {
    host: { type: "string", default: "127.0.0.1" },
    port: { type: "string", default: "8000" },
  },
});

const settings = read();
configure(settings.logLevel);
const driver = await open(settings.databaseUrl, settings.poolSize);
const app = createApp({ service: new Service(driver, STORE, STATE), settings });
const running = await serve(app, values.host, Number(values.port));
const host = values.host.includes(":") ? `[${values.host}]` : values.host;
log.info(`listening on http://${host}:${running.port} (Ctrl-C ends it)`, { service: NAME });

let isEnding = false;

/** Calls that run are finished, and then everything is let go. A second signal does not wait. */
async function end(): Promise<void> {
  if (isEnding) {
    process.exit(1);
  }
  isEnding = true;
  await running.stop();
  await driver.close();
  log.info("stopped", { service: NAME });
  process.exit(0);
}

process.on("SIGTERM", () => void end());
process.on("SIGINT", () => void end());
