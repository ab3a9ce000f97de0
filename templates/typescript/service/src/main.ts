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

// What nobody has foreseen is told like everything else, without its message, which may quote a value.
process.on("uncaughtException", (thrown) => {
  log.error("failed", { exception: thrown });
  process.exit(1);
});

/** Says why the service does not start. */
function refuse(why: string): never {
  process.stderr.write(`main.ts: ${why}\n`);
  process.exit(2);
}

/** What keeps a service from starting, in words. */
function reason(thrown: unknown): string {
  if (thrown instanceof Error && "code" in thrown && thrown.code === "EADDRINUSE") {
    return "the port is taken; name another one with --port, or 0 for any that is free";
  }
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** What the command line says. */
function options(): { readonly host: string; readonly port: number } {
  const { values } = parseArgs({
    options: {
      host: { type: "string", default: "127.0.0.1" },
      port: { type: "string", default: "8000" },
    },
  });
  const port = Number(values.port);
  return Number.isInteger(port) && 0 <= port && port <= 0xffff
    ? { host: values.host, port }
    : refuse(`\`${values.port}\` is no port; one is a number from 0 to 65535`);
}

/** Serves until a signal ends it; calls that run then are finished. A second signal does not wait. */
async function main(): Promise<void> {
  const { host, port } = options();
  const settings = read();
  configure(settings.logLevel);
  const driver = await open(settings.databaseUrl, settings.poolSize).catch((thrown: unknown) =>
    refuse(`the database cannot be opened: ${reason(thrown)}`),
  );
  const app = createApp({ service: new Service(driver, STORE, STATE), settings });
  const running = await serve(app, host, port);
  const address = `${host.includes(":") ? `[${host}]` : host}:${running.port}`;
  log.info(`listening on http://${address} (Ctrl-C ends it)`, { service: NAME });
  let isEnding = false;
  const end = async (): Promise<void> => {
    if (isEnding) {
      process.exit(1);
    }
    isEnding = true;
    await running.stop();
    await driver.close();
    log.info("stopped", { service: NAME });
    process.exit(0);
  };
  process.on("SIGTERM", () => void end());
  process.on("SIGINT", () => void end());
}

await main().catch((thrown: unknown) => refuse(reason(thrown)));
