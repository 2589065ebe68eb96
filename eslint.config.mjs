// @ts-check
import eslint from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

export default defineConfig(
  globalIgnores([
    "**/node_modules/",
    "dist/",
    "coverage/",
    ".vscode-test/",
    "test/fixtures/",
    "test/vscode/workspace/",
  ]),
  eslint.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: "error",
      "no-console": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/consistent-type-exports": "error",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      // A number in a message is what the reader wants to see.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // `while (true)` is the plain way to write a loop that ends in its middle.
      "@typescript-eslint/no-unnecessary-condition": [
        "error",
        { allowConstantLoopConditions: "only-allowed-literals" },
      ],
      // An underscore says that a parameter is there for its position only.
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
    },
  },
  {
    // Programs that a person runs in a terminal speak through the console.
    files: ["scripts/**", "test/**"],
    rules: { "no-console": "off" },
  },
  {
    // Plain scripts run before anything is installed, hence in Node's own language; tsc checks the names they use.
    files: ["**/*.mjs"],
    rules: { "no-undef": "off" },
  },
);
