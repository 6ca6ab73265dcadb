import { pathToFileURL } from "node:url";
import { fetchNode, floor, goOn } from "./runtime.mjs";

/** Runs a script on Node.js 24 or newer. An older one fetches 24 from the package registry, once, and goes on with it. */
const [script, ...words] = process.argv.slice(2);

if (Number(process.versions.node.split(".")[0]) >= floor) {
  process.argv.splice(1, 2, script);
  await import(pathToFileURL(script).href);
} else {
  const node = fetchNode(floor);
  if (node) goOn(node, [script, ...words]);
  else {
    console.error(
      `Node.js ${floor} or newer is needed. This is ${process.version}, and the package registry, where ${floor} could be fetched, did not answer: install Node.js ${floor}.`,
    );
    process.exit(1);
  }
}
