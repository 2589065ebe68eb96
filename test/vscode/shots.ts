// Takes the pictures of the documentation: drives the real workbench as a person would, and fails where the person would
// not see what the pictures are about.
//
//   npm run images -- examples/FILE.py --line=N              docs/images/{squiggle,hover,fixes,fixed}.png
//   npm run images -- FILE --hover=TEXT --fix=TITLE [--squiggle=error|warning|info|hint] [--vscode=VERSION] [--out=FOLDER]
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Locator, Page } from "playwright-core";
import { root } from "../../scripts/lib/paths.mjs";
import { workbenchAddress } from "./launcher/address.ts";
import { openWindow } from "./launcher/browser.ts";
import { startServer } from "./launcher/server.ts";
import { writeUserSettings } from "./launcher/settings.ts";
import { editorNamed, nodeProgramOf, serverRootOf } from "./versions.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** A text that the hover on the finding shows. */
    hover: { type: "string", default: "block_token_tags" },
    /** The title of the fix that is applied; the finding must be gone afterwards. */
    fix: { type: "string", default: "Pass the global tags as token_tags" },
    /** The line of the finding, brought into sight. */
    line: { type: "string", default: "1" },
    squiggle: { type: "string", default: "error" },
    vscode: { type: "string", default: "1.139.1" },
    out: { type: "string", default: join(root, "docs/images") },
  },
});

const size = { width: 1100, height: 640 };

const settings = {
  "breadcrumbs.enabled": false,
  "editor.fontSize": 15,
  "editor.hover.delay": 100,
  "editor.minimap.enabled": false,
  "editor.occurrencesHighlight": "off",
  "workbench.activityBar.location": "hidden",
  "workbench.colorTheme": "Default Light Modern",
  "workbench.layoutControl.enabled": false,
};

/** For everything that the editor is expected to show. */
const patience = 60_000;

const [file] = positionals;
if (file === undefined) throw new Error("usage: npm run images -- FILE");
await takePictures(resolve(file));

async function takePictures(source: string): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), "shardlint-images-"));
  // The neighbours come along: a launch script beside the file may be what a finding is about.
  const workspace = join(scratch, basename(dirname(source)));
  cpSync(dirname(source), workspace, { recursive: true });
  const userData = join(scratch, "user");
  writeUserSettings(userData, settings);
  const editor = editorNamed(options.vscode);
  const server = await startServer({
    root: serverRootOf(editor),
    node: nodeProgramOf(editor),
    scratch,
    userData,
    extensions: join(scratch, "extensions"),
  });
  try {
    const window = await openWindow(size);
    try {
      const open = [workspace, join(workspace, basename(source))];
      await window.page.goto(
        workbenchAddress(server.authority, { developmentPaths: [root], testsPath: undefined, open }),
      );
      await drive(window.page);
    } finally {
      await window.close();
    }
  } finally {
    await server.stop();
    rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

/** Finding, hover, menu of fixes, fixed. */
async function drive(page: Page): Promise<void> {
  mkdirSync(options.out, { recursive: true });
  page.setDefaultTimeout(patience);

  await page.locator(".monaco-editor .view-line").first().waitFor();
  await goToLine(page, options.line);
  const squiggle = page.locator(`.monaco-editor .squiggly-${options.squiggle}`).first();
  await squiggle.waitFor({ state: "attached" });
  await page.keyboard.press("Control+b");
  await page.locator(".part.sidebar").waitFor({ state: "hidden" });
  await picture(page, "squiggle");

  const { x, y } = await centre(squiggle);
  // The editor wants to see the mouse move before it shows anything.
  await page.mouse.move(x - 5, y);
  await page.mouse.move(x, y);
  const hover = page.locator(".monaco-hover:not(.hidden)", { hasText: options.hover }).first();
  await hover.waitFor();
  await picture(page, "hover");

  // The hover may lie over the finding.
  await page.mouse.move(size.width / 2, size.height - 50);
  await hover.waitFor({ state: "hidden" });
  await page.mouse.click(x, y);
  await page.keyboard.press("Control+.");
  await page.locator(".action-widget").getByText(options.fix).first().waitFor();
  await picture(page, "fixes");

  await focusFix(page);
  await page.keyboard.press("Enter");
  await squiggle.waitFor({ state: "detached" });
  // The hover stays for as long as the mouse rests on it.
  await page.mouse.move(size.width / 2, size.height - 50);
  await hover.waitFor({ state: "hidden" });
  await picture(page, "fixed");
}

async function goToLine(page: Page, line: string): Promise<void> {
  const input = page.locator(".quick-input-widget input");
  await page.locator(".monaco-editor .view-lines").first().click();
  await page.keyboard.press("Control+g");
  await input.waitFor();
  await input.fill(`:${line}`);
  await page.keyboard.press("Enter");
  await input.waitFor({ state: "hidden" });
}

/** Goes down the menu as far as the fix. Older versions cover the menu with a layer that takes clicks. */
async function focusFix(page: Page): Promise<void> {
  const focused = page.locator(".action-widget .monaco-list-row.focused");
  const length = await page.locator(".action-widget .monaco-list-row").count();
  for (let step = 0; step < length; step += 1) {
    if ((await focused.innerText()).includes(options.fix)) return;
    await page.keyboard.press("ArrowDown");
  }
  throw new Error(`The menu does not reach the fix "${options.fix}".`);
}

async function centre(place: Locator): Promise<{ x: number; y: number }> {
  const box = await place.boundingBox();
  if (box === null) throw new Error("The squiggle is not in sight.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 - 2 };
}

/** Waits until the page has stopped moving, then keeps what it shows. */
async function picture(page: Page, name: string): Promise<void> {
  const path = join(options.out, `${name}.png`);
  const end = Date.now() + 10_000;
  let before: Uint8Array = new Uint8Array();
  while (Date.now() < end) {
    const now = await page.screenshot({ path, animations: "disabled", caret: "hide" });
    if (now.equals(before)) break;
    before = now;
    await page.waitForTimeout(300);
  }
  console.log(path);
}
