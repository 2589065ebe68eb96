import { chromium, type Browser, type Page } from "playwright-core";
import { findChromium } from "../../../scripts/lib/chromium.mjs";

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export interface Window {
  readonly page: Page;
  close(): Promise<void>;
}

/** Opens an empty page that reaches nothing but this machine. */
export async function openWindow(size: { width: number; height: number }): Promise<Window> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error("There is no Chromium. Run: npm run setup:chromium");

  const browser = await chromium.launch({ executablePath, headless: true, args: flags });
  const context = await browser.newContext({ viewport: size, locale: "en-US" });
  await context.route(
    (url) => !isLocal(url.hostname),
    (route) => route.abort(),
  );
  return { page: await context.newPage(), close: () => close(browser) };
}

function isLocal(host: string): boolean {
  return host === "127.0.0.1" || host === "localhost" || host.endsWith(".localhost");
}

/** A browser that hangs must not keep the tests from ending. */
async function close(browser: Browser): Promise<void> {
  const limit = new Promise<void>((resolve) => setTimeout(resolve, 5_000).unref());
  await Promise.race([browser.close().catch(() => undefined), limit]);
}
