import { createInterface } from "node:readline";
import { type Simulation, type SimulatorOrder, startSimulation } from "./simulation.ts";

/** A program of its own: takes its order as the first line of its input and ends when the input ends. */
let simulation: Simulation | undefined;
let stopping = false;

const stop = (): void => {
  if (stopping) return;
  stopping = true;
  (simulation?.stop() ?? Promise.resolve()).then(
    () => process.exit(0),
    (fault: unknown) => {
      console.error(fault);
      process.exit(1);
    },
  );
};

const input = createInterface({ input: process.stdin });
input.once("line", (line) => {
  simulation = startSimulation(JSON.parse(line) as SimulatorOrder, (text) => console.log(text));
});
input.once("close", stop);
process.on("SIGTERM", stop);
// What a terminal sends reaches both programs: the server closes first, so that its devices are not taken for lost.
for (const signal of ["SIGINT", "SIGHUP"]) process.on(signal, () => undefined);
