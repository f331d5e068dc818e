/** A browser on a running service, with everything noted that a page must not do. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from './chromium.js';
import { startService, type Service } from './service.js';
import type { Place } from './steps.js';

/** A page that is right never waits so long; a machine that does much else may. */
export const PATIENCE_MS = 45_000;

export interface Ui {
  place: Place;
  service: Service;
  browser: Browser;
  context: BrowserContext;
  page: Page;
  /** Violations of the content security policy, on any page. */
  cspReports: string[];
  /** Exceptions that no code caught. */
  crashes: string[];
  /** Errors and warnings in the console. */
  complaints: string[];
  close(): Promise<void>;
}

/** `motion`: dialogs, menus and toasts move, as they do for most people. */
export async function openUi(environment: Record<string, string> = {}, { motion = false } = {}): Promise<Ui> {
  const service = await startService(environment);
  const browser = await launchBrowser();
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: motion ? 'no-preference' : 'reduce',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const cspReports: string[] = [];
  const crashes: string[] = [];
  const complaints: string[] = [];
  const watch = (page: Page): void => {
    page.on('console', (message) => {
      if (/content.security.policy/i.test(message.text()))
        cspReports.push(`${page.url()}: ${message.text()}`);
      if (['error', 'warning'].includes(message.type())) complaints.push(`${page.url()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => crashes.push(`${page.url()}: ${error.message}`));
  };
  context.on('page', watch);
  const page = await context.newPage();
  return {
    place: service.place,
    service,
    browser,
    context,
    page,
    cspReports,
    crashes,
    complaints,
    close: async () => {
      await browser.close();
      await service.stop();
    },
  };
}

/** Runs a step and keeps a picture of the page where it failed. */
export async function pictured(page: Page, name: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    const folder = join(process.cwd(), 'screenshots', 'failed');
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: join(folder, `${name}.png`) }).catch(() => undefined);
    throw error;
  }
}
