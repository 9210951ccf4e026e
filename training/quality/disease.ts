import type { Canvas, Colour } from './canvas.ts'
import { ellipse, paint, stroke } from './canvas.ts'
import { wander } from './brushes.ts'
import type { Random } from './random.ts'

/** Something that disease leaves on a fundus; `size` is the diameter of the field. */
type Sign = (canvas: Canvas, size: number, random: Random) => void

const pale: readonly Colour[] = [
  [250, 225, 150],
  [255, 240, 200],
  [235, 200, 110],
]

const signs: Readonly<Record<string, Sign>> = {
  drusen(canvas, size, random) {
    const middle = placeIn(canvas, size, random)
    for (let spots = 20 + random.below(150); spots > 0; spots--) {
      const side = size * random.between(0.006, 0.03)
      const [x, y] = near(middle, size * random.between(0.05, 0.3), random)
      const oval = { x, y, width: side, height: side * random.between(0.7, 1.3), softness: 0.6 }
      paint(canvas, random.pick(pale), ellipse(oval))
    }
  },
  /** A bare patch with a rim of pigment, as after inflammation or a laser. */
  scars(canvas, size, random) {
    for (let patches = 1 + random.below(6); patches > 0; patches--) {
      const [x, y] = placeIn(canvas, size, random)
      const side = size * random.between(0.04, 0.3)
      const turn = random.between(0, Math.PI)
      const height = side * random.between(0.5, 1)
      const rim = { x, y, width: side * 1.15, height: height * 1.15, turn, softness: 0.3 }
      paint(canvas, [55, 25, 15], ellipse(rim))
      paint(canvas, random.pick(pale), ellipse({ ...rim, width: side, height, softness: 0.25 }))
    }
  },
  /** Flames along the nerve fibres, as in an occlusion of a vein. */
  haemorrhages(canvas, size, random) {
    const middle = placeIn(canvas, size, random)
    for (let flames = 10 + random.below(80); flames > 0; flames--) {
      const away = size * random.between(0.03, 0.4)
      const turn = random.between(0, 2 * Math.PI)
      const start = [middle[0] + away * Math.cos(turn), middle[1] + away * Math.sin(turn)] as const
      const { points } = wander(start, turn, size * random.between(0.01, 0.08), random)
      stroke(canvas, [90, 12, 10], { points, from: size * random.between(0.005, 0.03), to: 1 })
    }
  },
  /** Atrophy beside the disc of a long eye. */
  crescent(canvas, size, random) {
    const [x, y] = placeIn(canvas, size, random)
    const side = size * random.between(0.14, 0.35)
    const sign = random.pick([-1, 1])
    paint(canvas, [250, 235, 205], {
      opacityAt(px, py) {
        const outer = Math.hypot(px - x, py - y) < side / 2
        const inner = Math.hypot(px - x + sign * side * 0.2, py - y) < side * 0.42
        return outer && !inner ? 0.85 : 0
      },
    })
  },
  cottonWool(canvas, size, random) {
    for (let spots = 2 + random.below(12); spots > 0; spots--) {
      const [x, y] = placeIn(canvas, size, random)
      const side = size * random.between(0.02, 0.09)
      const oval = { x, y, width: side, height: side * random.between(0.5, 1), softness: 0.9 }
      paint(canvas, [245, 235, 215], ellipse(oval))
    }
  },
}

/** A photograph with up to three signs of disease drawn on it, within its lit field. */
export function addDisease(before: Canvas, random: Random): Canvas {
  const planes = before.planes.map((plane) => plane.slice()) as unknown as Canvas['planes']
  const canvas = { ...before, planes }
  const size = Math.min(before.width, before.height)
  for (let count = 1 + random.below(3); count > 0; count--) {
    const sign = signs[random.pick(Object.keys(signs))]
    sign?.(canvas, size, random)
  }
  return canvas
}

type Place = readonly [x: number, y: number]

function placeIn({ width, height }: Canvas, size: number, random: Random): Place {
  return near([width / 2, height / 2], size * random.between(0, 0.42), random)
}

function near([x, y]: Place, away: number, random: Random): Place {
  const turn = random.between(0, 2 * Math.PI)
  return [x + away * Math.cos(turn), y + away * Math.sin(turn)]
}
