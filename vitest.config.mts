import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "client/src/**/*.test.ts",
      "server/src/**/*.test.ts",
      "grammars/**/*.test.mjs",
      "scripts/**/*.test.mjs",
      "test/**/*.test.ts",
    ],
    // The editor suites run under mocha inside VS Code's extension host, not here.
    exclude: ["**/node_modules/**", "test/vscode/suite/**"],
    // These only end a test that hangs: how fast a machine reads its disk says nothing about the code.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
