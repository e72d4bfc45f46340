import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The icons of the catalog lie beside web/.
  server: { fs: { allow: ['..'] } },
  test: { include: ['tests/unit/**/*.test.ts'], environment: 'happy-dom' },
});
