import type { Scene } from './brushes.ts'
import { anyColour, colourOf, grow, shade, textured, wander, warmColour } from './brushes.ts'
import type { Colour } from './canvas.ts'
import { ellipse, mapCanvas, paint, rectangle, stroke } from './canvas.ts'

/** Other scenes of a camera, by name. */
export const natureScenes: Readonly<Record<string, Scene>> = {
  texture: (size, random) => textured(size, random, [colourOf(random), colourOf(random)]),

  /** Overlapping things of all sizes, as in most scenes. Source: A. Lee, D. Mumford, J. Huang, 2001. */
  things(size, random) {
    const canvas = textured(size, random, [colourOf(random), colourOf(random)])
    const count = 20 + random.below(150)
    for (let i = 0; i < count; i++) {
      const side = (size.width * 0.6) / (1 + random.uniform() * 14)
      const colour = colourOf(random)
      const at = { x: random.between(0, size.width), y: random.between(0, size.height) }
      if (random.chance(0.5)) {
        const oval = { ...at, width: side, height: side * random.between(0.3, 1.5) }
        paint(
          canvas,
          colour,
          ellipse({ ...oval, turn: random.between(0, 3), softness: random.pick([0.03, 0.1, 0.6]) }),
        )
      } else {
        const tall = side * random.between(0.2, 2)
        paint(canvas, colour, rectangle(at.x - side / 2, at.y - tall / 2, side, tall))
      }
    }
    return shade(canvas, random)
  },

  face(size, random) {
    const { width, height } = size
    const canvas = textured(size, random, [anyColour(random), anyColour(random)])
    const skin = random.pick([
      [225, 180, 150],
      [190, 130, 100],
      [120, 80, 60],
      [240, 200, 180],
    ] as const)
    const x = width * random.between(0.35, 0.65)
    const y = height * random.between(0.4, 0.6)
    const wide = width * random.between(0.35, 0.9)
    paint(
      canvas,
      [40, 30, 25],
      ellipse({ x, y: y - wide * 0.25, width: wide * 1.15, height: wide * 1.2 }),
    )
    paint(canvas, skin, ellipse({ x, y, width: wide, height: wide * 1.3, softness: 0.1 }))
    for (const side of [-1, 1]) {
      const eye = { x: x + side * wide * 0.2, y: y - wide * 0.1 }
      paint(canvas, [240, 235, 230], ellipse({ ...eye, width: wide * 0.2, height: wide * 0.09 }))
      paint(canvas, [60, 40, 30], ellipse({ ...eye, width: wide * 0.08, height: wide * 0.08 }))
      paint(
        canvas,
        [50, 35, 30],
        ellipse({ ...eye, y: eye.y - wide * 0.1, width: wide * 0.24, height: wide * 0.04 }),
      )
    }
    paint(
      canvas,
      [skin[0] * 0.85, skin[1] * 0.75, skin[2] * 0.75],
      ellipse({ x, y: y + wide * 0.12, width: wide * 0.14, height: wide * 0.3, softness: 0.8 }),
    )
    paint(
      canvas,
      [170, 80, 80],
      ellipse({ x, y: y + wide * 0.38, width: wide * 0.34, height: wide * 0.1 }),
    )
    return shade(canvas, random)
  },

  /** The front of an eye, as a fundus camera sees it from too far away. */
  eye(size, random) {
    const { width, height } = size
    const canvas = textured(size, random, [warmColour(random), [205, 150, 125]])
    const x = width * random.between(0.35, 0.65)
    const y = height * random.between(0.35, 0.65)
    const wide = width * random.between(0.6, 1.6)
    const ball = { x, y, width: wide, height: wide * random.between(0.4, 0.9), softness: 0.15 }
    paint(canvas, [215, 195, 190], ellipse(ball))
    for (let i = 0; i < random.below(25); i++) {
      const turn = random.between(0, 2 * Math.PI)
      const start = [
        x + Math.cos(turn) * wide * 0.45,
        y + Math.sin(turn) * ball.height * 0.4,
      ] as const
      const { points } = wander(start, turn + Math.PI, wide * random.between(0.05, 0.2), random)
      stroke(canvas, [190, 90, 80], { points, from: random.between(1, 3.5), to: 0.7 })
    }
    const iris = wide * random.between(0.3, 0.5)
    paint(
      canvas,
      random.pick([
        [70, 45, 25],
        [90, 110, 130],
        [60, 80, 60],
        [120, 80, 40],
      ] as const),
      ellipse({ x, y, width: iris, height: iris }),
    )
    const spokes = 30 + random.below(60)
    paint(canvas, warmColour(random), {
      opacityAt(px, py) {
        const away = Math.hypot(px - x, py - y) / (iris / 2)
        if (away > 1) return 0
        return 0.25 * Math.max(0, Math.sin(Math.atan2(py - y, px - x) * spokes + 5 * away))
      },
    })
    const pupil = iris * random.between(0.25, 0.8)
    const glow = random.chance(0.4) ? warmColour(random) : ([8, 6, 6] as const)
    paint(canvas, glow, ellipse({ x, y, width: pupil, height: pupil }))
    const spot = {
      x: x + pupil * 0.2,
      y: y - pupil * 0.2,
      width: pupil * 0.25,
      height: pupil * 0.25,
    }
    paint(canvas, [255, 255, 250], ellipse(spot))
    return shade(canvas, random)
  },

  /** Branches against a sky, veins of leaves, cracks: trees that are not vessels. */
  branches(size, random) {
    const canvas = textured(size, random, [colourOf(random), colourOf(random)])
    const colour = colourOf(random).map(
      (value) => value * random.pick([0.2, 0.6, 1.4]),
    ) as unknown as Colour
    const count = 1 + random.below(5)
    for (let i = 0; i < count; i++) {
      const turn = random.between(0, 2 * Math.PI)
      const start = [
        size.width * (0.5 - 0.5 * Math.cos(turn)),
        size.height * (0.5 - 0.5 * Math.sin(turn)),
      ] as const
      const length = size.width * random.between(0.08, 0.25)
      grow(
        canvas,
        colour,
        { start, turn: turn + random.between(-0.4, 0.4), length, wide: random.between(4, 24) },
        random,
      )
    }
    return shade(canvas, random)
  },

  hairs(size, random) {
    const canvas = textured(size, random, [colourOf(random), colourOf(random)])
    const [dark, light] = [colourOf(random), colourOf(random)]
    for (let i = 0; i < 10 + random.below(120); i++) {
      const start = [random.between(0, size.width), random.between(0, size.height)] as const
      const { points } = wander(
        start,
        random.between(0, 7),
        size.width * random.between(0.1, 0.8),
        random,
      )
      stroke(canvas, random.chance(0.6) ? dark : light, {
        points,
        from: random.between(1, 6),
        to: 1,
      })
    }
    return shade(canvas, random)
  },

  /** A ball lit from one side: fruit, the moon, a lamp. */
  ball(size, random) {
    const { width, height } = size
    const colour = colourOf(random)
    const surface = textured(size, random, [
      colour,
      [colour[0] * 0.8, colour[1] * 0.7, colour[2] * 0.7],
    ])
    const light = { x: random.between(-0.6, 0.6), y: random.between(-0.6, 0.6) }
    for (let i = 0; i < random.below(40); i++) {
      const side = width * random.between(0.01, 0.12)
      const at = {
        x: random.between(0, width),
        y: random.between(0, height),
        width: side,
        height: side,
      }
      paint(surface, [colour[0] * 1.25, colour[1] * 1.25, colour[2] * 1.25], ellipse(at))
      paint(
        surface,
        [colour[0] * 0.7, colour[1] * 0.7, colour[2] * 0.7],
        ellipse({ ...at, x: at.x + side * 0.15, width: side * 0.8 }),
      )
    }
    const glare = random.between(0, 1)
    return mapCanvas(surface, (value, i) => {
      const x = (2 * (i % width)) / width - 1
      const y = (2 * Math.floor(i / width)) / height - 1
      const lit = Math.max(0.05, 1 - 0.5 * Math.hypot(x - light.x, y - light.y))
      const spot = Math.exp(-(((x - light.x) ** 2 + (y - light.y) ** 2) / 0.03))
      return value * lit + 220 * glare * spot
    })
  },

  cells(size, random) {
    const canvas = textured(size, random, [colourOf(random), colourOf(random)])
    const [rim, body] = [colourOf(random), colourOf(random)]
    for (let i = 0; i < 30 + random.below(120); i++) {
      const side = size.width * random.between(0.02, 0.13)
      const at = { x: random.between(0, size.width), y: random.between(0, size.height) }
      paint(canvas, rim, ellipse({ ...at, width: side, height: side }))
      paint(canvas, body, ellipse({ ...at, width: side * 0.8, height: side * 0.8, softness: 0.3 }))
    }
    return shade(canvas, random)
  },
}
