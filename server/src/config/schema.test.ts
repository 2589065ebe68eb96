import { expect, test } from "vitest";
import * as z from "zod/mini";
import manifest from "../../../package.json" with { type: "json" };
import { settingNames, settingsSchema } from "./schema.ts";

test("the manifest has the settings of the schema; if not, run: npm run generate", () => {
  const { properties = {} } = z.toJSONSchema(settingsSchema, { io: "input" });
  const expected = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [`shardlint.${name}`, schema]),
  );
  expect(manifest.contributes.configuration.properties).toEqual(expected);
});

test("every setting says what it does, what it is when left alone, and where it applies", () => {
  const { properties = {} } = z.toJSONSchema(settingsSchema, { io: "input" });
  for (const name of settingNames) {
    expect(properties[name], name).toMatchObject({
      description: expect.stringMatching(/\.$/) as unknown,
      scope: "resource",
    });
    expect(properties[name], name).toHaveProperty("default");
  }
});

test("settings that name files do not apply in an untrusted workspace", () => {
  const restricted = manifest.capabilities.untrustedWorkspaces.restrictedConfigurations;
  expect(restricted).toContain("shardlint.contracts");
  expect(restricted).toContain("shardlint.environment");
  expect(restricted).toContain("shardlint.library");
});
