import { distance, type Point } from '#geometry/point'
import type { Size } from '#raster/image'
import type { MeasuredVessel } from '#retina/eye-measures'

import { spreadMarks } from './spread-marks.ts'

const colours = { arteriole: '#ff405c', venule: '#4096ff' } as const

/** In line widths of the picture. */
const radiusInStrokes = 7
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
  return shape + digits(number, at, stroke)
}

/** Digits as seven-segment lines, so that no font is needed: clockwise from the top. */
const segments = [
  'M-1 -2H1',
  'M1 -2V0',
  'M1 0V2',
  'M-1 2H1',
  'M-1 0V2',
  'M-1 -2V0',
  'M-1 0H1',
] as const
const litSegments = [
  '012345',
  '12',
  '01346',
  '01236',
  '1256',
  '02356',
  '023456',
  '012',
  '0123456',
  '012356',
]

function digits(number: number, at: { x: number; y: number }, stroke: number): string {
  const size = 1.7 * stroke
  const text = String(number)
  return text
    .split('')
    .map((digit, i) => {
      const lit = (litSegments[Number(digit)] ?? '').split('').map((k) => segments[Number(k)] ?? '')
      const x = at.x + (i - (text.length - 1) / 2) * 3.2 * size
      return `<path transform="translate(${x} ${at.y}) scale(${size})" d="${lit.join('')}" stroke="#fff" stroke-width="0.55" stroke-linecap="round"/>`
    })
    .join('')
}
