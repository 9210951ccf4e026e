import path from 'node:path'

import react from '@vitejs/plugin-react'
import { convertCssVariables, mergeMantineTheme, DEFAULT_THEME } from '@mantine/core'
import { defineConfig, type Plugin } from 'vite'

import { chunks } from './build/chunks.ts'
import { compressedFiles } from './build/compress.ts'
import { icons } from './build/icons.ts'
import { leftOutModules, unusedWays } from './build/left-out.ts'
import { licensedPackages } from './build/licences.ts'
import { mantineStyles } from './build/mantine-styles.ts'
import { tablerIcons } from './build/tabler-icons.ts'
import { cssVariables } from './src/theme-variables.ts'
import { theme } from './src/theme.ts'

/**
 * The theme's CSS variables as a style sheet of its own. Mantine would put them into a <style>
 * element at run time, which the content security policy refuses.
 */
function themeStyleSheet(): Plugin {
  const name = 'virtual:theme-variables.css'
  const id = '/virtual/theme-variables.css'
  return {
    name: 'theme-style-sheet',
    resolveId: (source) => (source === name ? id : undefined),
    load: (module) =>
      module === id
        ? convertCssVariables(cssVariables(mergeMantineTheme(DEFAULT_THEME, theme)))
        : undefined,
  }
}

/** The packages of others that Fovea is delivered with, for the page that tells of them. */
function licenceList(): Plugin {
  const name = 'virtual:licences'
  const id = '\0licences'
  return {
    name: 'licence-list',
    resolveId: (source) => (source === name ? id : undefined),
    load: (module) => (module === id ? licenceModule() : undefined),
  }
}

function licenceModule(): string {
  const list = JSON.stringify(licensedPackages(path.resolve(import.meta.dirname, '../..')))
  return `export const licences = JSON.parse(${JSON.stringify(list)})`
}

// The origin stays the browser's: the server refuses requests that come from another site.
const toServer = {
  target: process.env['FOVEA_API'] ?? 'http://127.0.0.1:8080',
  changeOrigin: false,
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    mantineStyles(),
    tablerIcons(),
    themeStyleSheet(),
    licenceList(),
    leftOutModules(),
    unusedWays(),
    icons(),
    compressedFiles(),
  ],
  server: {
    proxy: { '/api': toServer, '/docs': toServer },
  },
  worker: { format: 'es', plugins: () => [unusedWays()] },
  // Inlined assets would be data: addresses, which the content security policy refuses.
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    sourcemap: false,
    // Every browser that runs this code preloads modules itself.
    modulePreload: { polyfill: false },
    // In kilobytes; tests/browser/weight.spec.ts holds the limits that matter.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: { output: chunks },
  },
})
