import { defineConfig } from "vitest/config";

// One service has one state: nothing runs beside anything else, and a call may take as long as its own limit allows.
export default defineConfig({
  test: {
    include: ["tests/*.test.ts"],
    environment: "node",
    pool: "threads",
    isolate: false,
    fileParallelism: false,
    maxWorkers: 1,
    testTimeout: 0,
    hookTimeout: 0,
    teardownTimeout: 1000,
    watch: false,
  },
});
