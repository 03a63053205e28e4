import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  base: './',
  build: {
    // The server finds the page inside the package.
    outDir: '../src/ferz/web/static',
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy allows no data in place of files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  test: { include: ['src/**/*.test.ts'] },
});
