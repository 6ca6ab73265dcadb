import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import pino from "pino";
import { ConfigFault, readConfig } from "#server/config.ts";
import { startGatehouse } from "#server/gatehouse.ts";

const redact = { paths: ["*.password", "*.token", "req.headers.token", "req.headers.cookie"], censor: "***" };

const run = async (): Promise<void> => {
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel, redact });
  const dist = fileURLToPath(new URL("../dist/console", import.meta.url));
  const gatehouse = await startGatehouse(config, log, existsSync(dist) ? { console: dist } : {});
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    console.log("Gatehouse is stopping");
    log.info({ signal }, "stopping");
    gatehouse.stop().then(
      () => process.exit(0),
      (fault: unknown) => {
        log.error({ err: fault }, "stopping failed");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", () => stop("SIGTERM"));
  process.on("SIGINT", () => stop("SIGINT"));
  console.log(
    `Gatehouse is at ${config.publicUrl ?? `http://localhost:${gatehouse.httpPort}`} and takes devices at mqtt://localhost:${gatehouse.mqttPort}`,
  );
  if (gatehouse.madeUpPassword) console.log(`First account: admin, password ${gatehouse.madeUpPassword} (shown this once)`);
  process.send?.({ ready: true, httpPort: gatehouse.httpPort, mqttPort: gatehouse.mqttPort });
};

run().catch((fault: unknown) => {
  console.error(fault instanceof ConfigFault ? fault.message : fault);
  process.exit(1);
});
