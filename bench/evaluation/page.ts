import { readFile, writeFile } from 'node:fs/promises'

import type { Agreement, Share } from './statistics.ts'

/** A part of the page: a heading, paragraphs and tables in Markdown. */
export interface Section {
  readonly title: string
  readonly text: string
}

/** The parts of the page in their order. */
export const titles = {
  vessels: 'Vessels',
  kinds: 'Arterioles and venules',
  strokes: 'Arterioles and venules along strokes',
  calibres: 'Calibres compared with manual maps',
  coverage: 'Uncertainty compared with manual maps',
  landmarks: 'Optic disc and fovea',
  quality: 'Quality gate',
  repeatability: 'Repeatability',
  cost: 'Time and memory',
  pictures: 'Pictures',
} as const

/**
 * Updates some sections of a page and keeps the others, so that an interrupted or partial evaluation does not
 * lose them.
 */
export async function updatePage(
  file: string,
  intro: string,
  sections: readonly Section[],
): Promise<void> {
  const before = await readFile(file, 'utf8').catch(() => '')
  const texts = new Map(
    before
      .split(/^## /m)
      .slice(1)
      .map((part) => {
        const [title = '', ...lines] = part.split('\n')
        return [title, lines.join('\n').trim()] as const
      }),
  )
  for (const { title, text } of sections) texts.set(title, text)
  const parts = Object.values(titles).flatMap((title) => {
    const text = texts.get(title)
    return text === undefined ? [] : [`## ${title}\n\n${text}\n`]
  })
  await writeFile(file, [intro, ...parts].join('\n'))
}

/** A table in Markdown. */
export function table(
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  return [columns, columns.map(() => '---'), ...rows].map(lineOf).join('\n')
}

function lineOf(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`
}

export function fixed(value: number, digits = 3): string {
  return Number.isFinite(value) ? value.toFixed(digits) : '–'
}

/** Like '98.4 % of 63 (91.5 to 99.7)'. */
export function shareInWords({ share, low, high, of }: Share): string {
  if (of === 0) return '–'
  const [percent, from, to] = [share, low, high].map((part) => (100 * part).toFixed(1))
  return `${percent} % of ${of} (${from} to ${to})`
}

/** Like '98.4 % (91.5 to 99.7)', for uncounted pixels or places. */
export function percentInWords(share: Share): string {
  return shareInWords(share).replace(` of ${share.of}`, '')
}

/** Like '0.84 (0.58 to 0.94)'. */
export function iccInWords({ icc, low, high }: Agreement): string {
  if (!Number.isFinite(icc)) return 'too few'
  return `${icc.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`
}
