import { decimal, type Reader } from '../language.ts'
import type { Hazard } from '../risk.ts'
import { type Drawing, type Shape } from './drawing.ts'

/** Ends of the scale: half and twice the average hazard. */
const [least, most] = [0.5, 2] as const
const size = { width: 300, height: 34 } as const
const [left, right] = [14, 286] as const
const y = 12

/** A relative hazard and its interval around 1, on a logarithmic scale; its text is beside it. */
export function intervalChart({ ratio, low, high }: Hazard, reader: Reader): Drawing {
  return {
    ...size,
    alt: '',
    shapes: [
      scale([left, y], [right, y]),
      scale([place(1), y - 9], [place(1), y + 9]),
      // A diamond, as in forest plots: the numbers are not compared between eyes.
      { kind: 'line', look: 'bar', eye: 'unknown', points: [low, high].map(onScale) },
      { kind: 'mark', eye: 'unknown', at: onScale(ratio), title: '' },
      ...[least, 1, most].map((value): Shape => ({
        kind: 'text',
        at: { x: place(value), y: size.height - 2 },
        text: decimal(value, 1, reader),
        anchor: 'middle',
      })),
    ],
  }
}

function scale(...ends: (readonly [x: number, y: number])[]): Shape {
  return { kind: 'line', look: 'scale', points: ends.map(([x, at]) => ({ x, y: at })) }
}

function onScale(hazard: number): { readonly x: number; readonly y: number } {
  return { x: place(hazard), y }
}

function place(hazard: number): number {
  const kept = Math.min(most, Math.max(least, hazard))
  return left + ((right - left) * Math.log(kept / least)) / Math.log(most / least)
}
