import { inject } from "vitest";

process.env.TEST_EMBEDDED = inject("embedded");
