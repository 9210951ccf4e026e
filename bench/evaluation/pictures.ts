import path from 'node:path'

import type { RgbImage, Size } from '#raster/image'
import type { TracedVessel } from '#retina/vessels/traced-vessels'
import { zones } from '#retina/zones'
import sharp from 'sharp'

import type { LabelledCase } from './cases.ts'
import { fixed, type Section, table, titles } from './page.ts'
import type { Eye } from './pipeline.ts'

/** A drawn picture with its caption. */
export interface Drawn {
  readonly name: string
  readonly says: string
}

const widthPx = 560

/**
 * Draws the findings on a held-out photograph, as a small JPEG; null for others: the terms of sets for
 * measuring only forbid copies, or are unknown.
 */
export async function drawPicture(
  { name, set, use }: LabelledCase,
  image: RgbImage,
  eye: Eye,
  folder: string,
): Promise<Drawn | null> {
  if (use !== 'hold-out') return null
  const { width, height, data } = image
  const scale = widthPx / width
  const size = { width: widthPx, height: Math.round(height * scale) }
  await sharp(data, { raw: { width, height, channels: 3 } })
    .resize({ ...size, fit: 'fill' })
    .composite([{ input: Buffer.from(drawingOf(eye, size, scale)) }])
    .jpeg({ quality: 74 })
    .toFile(path.join(folder, `${name}.jpg`))
  return { name, says: `${set}, held out. ${saysOf(eye)}` }
}

function saysOf({ measures: { measures } }: Eye): string {
  const valueOf = (name: 'crae' | 'crve' | 'avr', digits: number) => {
    const measure = measures[name]
    return 'value' in measure
      ? fixed(measure.value, digits)
      : `not measurable (${measure.notMeasurable})`
  }
  return `CRAE ${valueOf('crae', 0)} µm, CRVE ${valueOf('crve', 0)} µm, AVR ${valueOf('avr', 2)}.`
}

/** An SVG document of the size of the small picture. */
function drawingOf({ maps, traced }: Eye, { width, height }: Size, scale: number): string {
  const lines = traced.field.vessels.map((vessel) => lineOf(vessel))
  const { disc, fovea } = maps
  const ring = (radius: number) =>
    `<circle cx="${disc?.centre.x}" cy="${disc?.centre.y}" r="${radius * (disc?.diameterPx ?? 0)}" stroke="#fff" stroke-opacity="0.6"/>`
  const rings = disc === null ? [] : [0.5, zones.B.from, zones.B.to, zones.C.to].map(ring)
  const cross =
    fovea === null
      ? ''
      : `<circle cx="${fovea.centre.x}" cy="${fovea.centre.y}" r="${8 / scale}" stroke="#ffe140" stroke-width="${3 / scale}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="none"><g transform="scale(${scale})" stroke-width="${1 / scale}">${lines.join('')}${rings.join('')}${cross}</g></svg>`
}

function lineOf({ points, kind }: TracedVessel): string {
  const places = points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
  const colour = kind === 'arteriole' ? '#ff5a6e' : '#4d9dff'
  return `<polyline points="${places}" stroke="${colour}"/>`
}

/** The pictures with their notes. */
export function pictureSection(drawn: readonly Drawn[]): Section {
  const rows = drawn.map(({ name, says }) => [`![${name}](evaluation/${name}.jpg)`, says])
  return {
    title: titles.pictures,
    text: `Centre lines of arterioles are red, those of venules blue; disc and the borders of zones B and C are white, the fovea is yellow. If a vessel changes its colour along its course, or has no line, the analysis is wrong.

${table(['Photograph', 'Measured'], rows)}

Photographs: HRF (A. Budai et al., Int J Biomed Imaging 2013), CC BY 4.0; reduced and annotated.`,
  }
}
