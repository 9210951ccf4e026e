import { distance, type Point } from '#geometry/point'
import type { Size } from '#raster/image'
import type { MeasuredVessel } from '#retina/eye-measures'

import { drawNumber } from './digits.ts'
import { spreadMarks } from './spread-marks.ts'

const colours = { arteriole: '#ff405c', venule: '#4096ff' } as const

/** In line widths of the picture. */
const radiusInStrokes = 7
const fontSizeInStrokes = 10
/** Between the centres of two marks, so that neither hides the other's number. */
const apartInStrokes = 16

/**
 * Numbered marks of measured vessels, as parts of an SVG document: round for an arteriole, square
 * for a venule. Crowded marks are moved aside and connected by a line.
 */
export function drawMarks(size: Size, vessels: readonly MeasuredVessel[], stroke: number): string {
  const radius = radiusInStrokes * stroke
  const places = spreadMarks(
    vessels.map(({ at }) => at),
    { apart: apartInStrokes * stroke, margin: radius + stroke, size },
  )
  const marks = vessels.map((vessel, i) => ({ vessel, place: places[i] ?? vessel.at }))
  const lines = marks.map(({ vessel: { at, kind }, place }) =>
    distance(at, place) > radius ? line(at, place, { stroke, colour: colours[kind] }) : '',
  )
  const shapes = marks.map(({ vessel, place }) => mark(vessel, place, stroke))
  return [...lines, ...shapes].join('')
}

function line(from: Point, to: Point, { stroke, colour }: { stroke: number; colour: string }) {
  return `<path d="M${from.x} ${from.y}L${to.x} ${to.y}" stroke="#000" stroke-width="${1.6 * stroke}"/><path d="M${from.x} ${from.y}L${to.x} ${to.y}" stroke="${colour}" stroke-width="${stroke}"/>`
}

function mark({ kind, number }: MeasuredVessel, at: Point, stroke: number): string {
  const radius = radiusInStrokes * stroke
  const paint = `fill="${colours[kind]}" stroke="#000" stroke-width="${stroke / 2}"`
  const shape =
    kind === 'arteriole'
      ? `<circle cx="${at.x}" cy="${at.y}" r="${radius}" ${paint}/>`
      : `<rect x="${at.x - radius}" y="${at.y - radius}" width="${2 * radius}" height="${2 * radius}" ${paint}/>`
  return shape + drawNumber(number, at, fontSizeInStrokes * stroke)
}
