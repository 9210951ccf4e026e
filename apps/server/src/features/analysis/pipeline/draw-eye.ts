import type { DiscNumbers } from '#contract/analysis-numbers'
import type { Size } from '#raster/image'
import type { Disc } from '#retina/eye-maps'
import type { MeasuredVessel } from '#retina/eye-measures'
import { zones } from '#retina/zones'

import { drawMarks } from './draw-marks.ts'

/** Line drawings as SVG documents of the photograph's size, on a transparent ground. */
const colours = { field: '#00e5ff', disc: '#ffffff', fovea: '#ffe140', zone: '#00e5ff' } as const
type Circle = Pick<Disc, 'centre' | 'diameterPx'>

/** Share of the longer side. */
const lineShare = 1 / 500

/** The detected round field of view, which was analysed. */
export function drawField(size: Size, { centre, diameterPx }: Circle): string {
  return svg(
    size,
    `<circle cx="${centre.x}" cy="${centre.y}" r="${diameterPx / 2}" stroke="${colours.field}" stroke-width="${strokeOf(size)}"/>`,
  )
}

export function drawLandmarks(size: Size, { disc, fovea }: DiscNumbers): string {
  const stroke = strokeOf(size)
  const arm = 6 * stroke
  const outline = disc === null ? '' : discOutline(disc, stroke)
  const cross =
    fovea === null
      ? ''
      : `<path d="M${fovea.centre.x - arm} ${fovea.centre.y}h${2 * arm}M${fovea.centre.x} ${fovea.centre.y - arm}v${2 * arm}" stroke="${colours.fovea}" stroke-width="${stroke}"/>`
  return svg(size, outline + cross)
}

/** The area of the disc, filled. */
export function drawDisc(size: Size, { outline }: Pick<Disc, 'outline'>): string {
  return svg(size, `<polygon points="${pointsOf(outline)}" fill="${colours.disc}"/>`)
}

/** The rings of measurement, and the vessels of zone B with their numbers. */
export function drawZones(size: Size, disc: Disc, vessels: readonly MeasuredVessel[]): string {
  const stroke = strokeOf(size)
  const farthest = ring(disc, zones.C.to, { stroke, dashes: `${4 * stroke} ${3 * stroke}` })
  const outline = discOutline(disc, stroke)
  return svg(size, farthest + outline + calibres(size, disc, vessels))
}

/** The vessels of zone B, whose calibres the risk index uses. */
export function drawCalibres(size: Size, disc: Disc, vessels: readonly MeasuredVessel[]): string {
  return svg(size, calibres(size, disc, vessels))
}

function calibres(size: Size, disc: Disc, vessels: readonly MeasuredVessel[]): string {
  const stroke = strokeOf(size)
  const rings = [zones.B.from, zones.B.to].map((radius) => ring(disc, radius, { stroke }))
  const measured = vessels.filter(({ zone }) => zone === 'B')
  return rings.join('') + drawMarks(size, measured, stroke)
}

/** A circle around the disc; its radius is in disc diameters. */
function ring(
  { centre, diameterPx }: Circle,
  radius: number,
  { stroke, dashes = '' }: { stroke: number; dashes?: string },
): string {
  return `<circle cx="${centre.x}" cy="${centre.y}" r="${radius * diameterPx}" stroke="${colours.zone}" stroke-width="${stroke}" stroke-dasharray="${dashes}"/>`
}

function strokeOf({ width, height }: Size): number {
  return Math.max(1, Math.max(width, height) * lineShare)
}

function svg({ width, height }: Size, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="none">${content}</svg>`
}

function discOutline({ outline }: Pick<Disc, 'outline'>, stroke: number): string {
  return `<polygon points="${pointsOf(outline)}" stroke="${colours.disc}" stroke-width="${stroke}"/>`
}

function pointsOf(outline: Disc['outline']): string {
  return outline.map(({ x, y }) => `${x},${y}`).join(' ')
}
