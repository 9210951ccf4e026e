import type { Scene } from './brushes.ts'
import { anyColour, colourOf, grow, shade, textured, wander, warmColour } from './brushes.ts'
import type { Colour } from './canvas.ts'
import { blankCanvas, ellipse, mapCanvas, paint, rectangle, stroke } from './canvas.ts'

/** Scenes that a camera sees too close, or without aim; by name. */
export const surfaceScenes: Readonly<Record<string, Scene>> = {
  /** Dry earth, a leaf, a tiled floor: lines that meet and enclose. */
  cracks(size, random) {
    const [stone, gap] = [colourOf(random), colourOf(random)]
    const sites = Array.from({ length: 12 + random.below(90) }, () => ({
      x: random.between(0, size.width),
      y: random.between(0, size.height),
      light: random.between(0.8, 1.2),
    }))
    const wide = random.between(1, 6)
    const nearest = new Float32Array(size.width * size.height)
    const between = nearest.map((_, i) => {
      const [x, y] = [i % size.width, Math.floor(i / size.width)]
      let [first, second, light] = [Infinity, Infinity, 1]
      for (const site of sites) {
        const away = Math.hypot(x - site.x, y - site.y)
        if (away < first) [second, first, light] = [first, away, site.light]
        else if (away < second) second = away
      }
      nearest[i] = light
      return Math.min(1, (second - first) / wide)
    })
    const drawn = mapCanvas(blankCanvas(size), (_, i, channel) => {
      const share = between[i] ?? 0
      return (stone[channel] ?? 0) * (nearest[i] ?? 1) * share + (gap[channel] ?? 0) * (1 - share)
    })
    return shade(drawn, random)
  },

  /** Skin with pores, moles and a few fine veins. */
  skin(size, random) {
    const colour = warmColour(random)
    const darker: Colour = [colour[0] * 0.85, colour[1] * 0.8, colour[2] * 0.8]
    const canvas = textured(size, random, [colour, darker])
    for (let pores = random.below(300); pores > 0; pores--) {
      const side = random.between(1.5, 5)
      const at = { x: random.between(0, size.width), y: random.between(0, size.height) }
      paint(canvas, darker, ellipse({ ...at, width: side, height: side, softness: 0.8 }))
    }
    for (let veins = random.below(4); veins > 0; veins--) {
      const start = [random.between(0, size.width), random.between(0, size.height)] as const
      const blue: Colour = [colour[0] * 0.75, colour[1] * 0.85, colour[2]]
      const length = size.width * 0.2
      grow(canvas, blue, { start, turn: random.between(0, 7), length, wide: 5 }, random)
    }
    return shade(canvas, random)
  },

  /** A room or a corridor: planes that run to a point, with doors and lamps. */
  room(size, random) {
    const middle = {
      x: size.width * random.between(0.3, 0.7),
      y: size.height * random.between(0.3, 0.7),
    }
    const walls = Array.from({ length: 4 }, () => anyColour(random))
    const canvas = mapCanvas(blankCanvas(size), (_, i, channel) => {
      const x = (i % size.width) - middle.x
      const y = Math.floor(i / size.width) - middle.y
      const wall = Math.abs(x) > Math.abs(y) ? (x > 0 ? 0 : 1) : y > 0 ? 2 : 3
      const depth = 0.4 + (0.8 * Math.max(Math.abs(x), Math.abs(y))) / size.width
      return (walls[wall]?.[channel] ?? 0) * depth
    })
    for (let things = 2 + random.below(10); things > 0; things--) {
      const [left, top] = [random.below(size.width), random.below(size.height)]
      const [wide, tall] = [random.between(8, 90), random.between(8, 160)]
      paint(canvas, anyColour(random), rectangle(left, top, wide, tall))
    }
    return shade(canvas, random)
  },

  /** The edge of a lid with lashes, out of focus before a red or pale ground. */
  lid(size, random) {
    const canvas = textured(size, random, [warmColour(random), warmColour(random)])
    const edge = size.height * random.between(0.2, 0.8)
    const skin: Colour = random.pick([
      [215, 170, 145],
      [170, 115, 90],
      [110, 70, 55],
    ] as const)
    paint(canvas, skin, rectangle(0, 0, size.width, edge))
    for (let lashes = 10 + random.below(60); lashes > 0; lashes--) {
      const start = [random.between(0, size.width), edge + random.between(-8, 8)] as const
      const turn = Math.PI / 2 + random.between(-0.7, 0.7)
      const { points } = wander(start, turn, size.height * random.between(0.1, 0.35), random)
      stroke(canvas, [25, 18, 15], { points, from: random.between(2, 7), to: 0.7 })
    }
    return shade(canvas, random)
  },

  /** A street plan or wiring: straight lines of several widths. */
  plan(size, random) {
    const canvas = textured(size, random, [colourOf(random), colourOf(random)])
    for (let lines = 10 + random.below(60); lines > 0; lines--) {
      const colour = colourOf(random)
      const upright = random.chance(0.5)
      const at = random.between(0, upright ? size.width : size.height)
      const slope = random.chance(0.7) ? 0 : random.between(-0.6, 0.6)
      const length = upright ? size.height : size.width
      const points = Array.from({ length }, (_, t) => {
        const across = at + slope * t
        return upright ? ([across, t] as const) : ([t, across] as const)
      })
      const wide = random.between(1, 8)
      stroke(canvas, colour, { points, from: wide, to: wide })
    }
    return canvas
  },
}
