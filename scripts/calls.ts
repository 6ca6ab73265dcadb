import { resources } from "#contract/resources.ts";

const calls = resources.flatMap((resource) =>
  Object.values(resource.calls).map(({ path, method, encoding, answer, kind, access }) => ({
    path,
    method,
    encoding,
    answer,
    kind,
    access,
  })),
);

if (process.argv.includes("--json")) console.log(JSON.stringify(calls));
else console.table(calls);
