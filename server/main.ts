import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Config, readConfig } from "#server/config.ts";
import { startGatehouse } from "#server/gatehouse.ts";
import { checkDescriptors } from "#server/system/health.ts";
import { processLog } from "#server/system/processLog.ts";
import { runUntilStopped } from "#server/system/runUntilStopped.ts";
import { startLineOf } from "#server/system/startLine.ts";

let config: Config | undefined;

const run = async (): Promise<void> => {
  checkDescriptors();
  config = readConfig(process.env);
  await serve(config);
};

const serve = async (config: Config): Promise<void> => {
  const log = processLog(config.logLevel);
  const dist = fileURLToPath(new URL("../dist/console", import.meta.url));
  await runUntilStopped({
    log,
    say: (line) => console.log(line),
    stopSeconds: config.stopSeconds,
    async start(signal) {
      const gatehouse = await startGatehouse(config, log, { signal, ...(existsSync(dist) ? { console: dist } : {}) });
      console.log(
        `Gatehouse is at ${config.publicUrl ?? `http://localhost:${gatehouse.httpPort}`} and takes devices at mqtt://localhost:${gatehouse.mqttPort}`,
      );
      if (gatehouse.madeUpPassword) {
        console.log(`First account: admin, password ${gatehouse.madeUpPassword} (shown this once)`);
        await gatehouse.passwordShown();
      }
      process.send?.({ ready: true, httpPort: gatehouse.httpPort, mqttPort: gatehouse.mqttPort, dtuPort: gatehouse.dtuPort });
      return gatehouse;
    },
  });
};

run().catch((fault: unknown) => {
  console.error(startLineOf(fault, config) ?? fault);
  process.exit(1);
});
