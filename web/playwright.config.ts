import { defineConfig } from '@playwright/test';

/** In real Chromium, from files on the disk; what computes the pictures is the same everywhere. */
export default defineConfig({
  testDir: 'tests/e2e',
  // Generous: the other cores may be busy compiling. A test that passes does not wait for it.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  workers: 1,
  reporter: 'line',
  outputDir: process.env.MULTIBOND_E2E_OUTPUT ?? '../build/page/e2e',
  globalSetup: './tests/e2e/setup.ts',
  use: {
    viewport: { width: 1280, height: 760 },
    launchOptions: {
      executablePath: process.env.MULTIBOND_CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
        // Chromium refuses its sandbox to root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
});
