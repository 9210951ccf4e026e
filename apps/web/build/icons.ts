import { readFile } from 'node:fs/promises'

import sharp, { type Sharp } from 'sharp'
import type { Plugin } from 'vite'

const mark = new URL('../src/ui/mark.svg', import.meta.url)
/** The ground of the mark. */
const ground = '#22697f'

/**
 * The mark as pictures of pixels: for browsers that take no SVG as an icon, and for the home screens of
 * phones, which cut their own corners out of a square.
 */
export function icons(): Plugin {
  return {
    name: 'icons',
    apply: 'build',
    async generateBundle() {
      const svg = await readFile(mark)
      this.emitFile({
        type: 'asset',
        fileName: 'favicon.png',
        source: await drawn(svg, 48).toBuffer(),
      })
      const square = drawn(svg, 180).flatten({ background: ground })
      this.emitFile({
        type: 'asset',
        fileName: 'apple-touch-icon.png',
        source: await square.toBuffer(),
      })
    },
  }
}

/** The mark as PNG, `size` pixels wide and high. */
function drawn(svg: Buffer, size: number): Sharp {
  return sharp(svg, { density: 600 }).resize(size).png()
}
