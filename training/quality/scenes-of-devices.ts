import type { Scene } from './brushes.ts'
import { anyColour, colourOf, wander } from './brushes.ts'
import type { Colour } from './canvas.ts'
import { blankCanvas, mapCanvas, paint, rectangle, stroke } from './canvas.ts'

/** Printed pages and screens, by name. */
export const deviceScenes: Readonly<Record<string, Scene>> = {
  text(size, random) {
    const canvas = blankCanvas(
      size,
      random.pick([
        [250, 250, 245],
        [235, 225, 200],
        [30, 30, 35],
      ] as const),
    )
    const ink: Colour = (canvas.planes[0][0] ?? 0) > 100 ? [20, 20, 30] : [220, 220, 220]
    const line = 8 + random.below(20)
    for (let y = line; y < size.height - line; y += line * 1.6) {
      let x = line * random.between(0.5, 4)
      while (x < size.width - line) {
        if (random.chance(0.17)) x += line * 0.5
        for (let strokes = 1 + random.below(3); strokes > 0; strokes--) {
          const { points } = wander(
            [x + random.between(0, line * 0.4), y + random.between(0, line * 0.3)],
            random.pick([0, Math.PI / 2, 0.9, 2.2]),
            line * random.between(0.3, 0.8),
            random,
          )
          stroke(canvas, ink, { points, from: line / 8, to: line / 8 })
        }
        x += line * random.between(0.5, 0.75)
      }
    }
    return canvas
  },

  screen(size, random) {
    const canvas = blankCanvas(
      size,
      random.pick([
        [245, 245, 248],
        [30, 32, 40],
        [200, 210, 225],
      ] as const),
    )
    for (let i = 0; i < 6 + random.below(25); i++) {
      const [left, top] = [random.below(size.width), random.below(size.height)]
      const [wide, tall] = [random.between(10, size.width / 2), random.between(4, size.height / 3)]
      paint(canvas, anyColour(random), rectangle(left, top, wide, tall))
    }
    return canvas
  },

  /** Layers with speckle, as in optical coherence tomography. */
  layers(size, random) {
    const tilt = random.between(-0.3, 0.3)
    const wave = random.between(0, 0.15) * size.height
    const bands = Array.from({ length: 5 + random.below(12) }, () => random.between(0, 230))
    const tint = random.pick([
      [1, 1, 1],
      [1, 0.6, 0.3],
      [0.4, 1, 0.5],
    ] as const)
    return mapCanvas(blankCanvas(size), (_, i, channel) => {
      const x = i % size.width
      const y = Math.floor(i / size.width) + tilt * x + wave * Math.sin((4 * x) / size.width)
      const band = bands[Math.floor(((y / size.height + 2) * 9) % bands.length)] ?? 0
      return band * (tint[channel] ?? 1) * (0.6 + 0.8 * random.uniform())
    })
  },

  pattern(size, random) {
    const [a, b] = [colourOf(random), colourOf(random)]
    const period = random.between(6, 90)
    const turn = random.between(0, Math.PI)
    const kind = random.below(3)
    return mapCanvas(blankCanvas(size), (_, i, channel) => {
      const x = (i % size.width) * Math.cos(turn) + Math.floor(i / size.width) * Math.sin(turn)
      const y = Math.floor(i / size.width) * Math.cos(turn) - (i % size.width) * Math.sin(turn)
      const [p, q] = [Math.sin((2 * Math.PI * x) / period), Math.sin((2 * Math.PI * y) / period)]
      const share =
        kind === 0 ? 0.5 + 0.5 * p : kind === 1 ? Number(p * q > 0) : Number(Math.max(p, q) > 0.95)
      return (a[channel] ?? 0) * share + (b[channel] ?? 0) * (1 - share)
    })
  },

  plain: (size, random) => {
    const [a, b] = [colourOf(random), colourOf(random)]
    const turn = random.between(0, 2 * Math.PI)
    const grain = random.pick([0, 3, 15, 50])
    return mapCanvas(blankCanvas(size), (_, i, channel) => {
      const x = (i % size.width) / size.width - 0.5
      const y = Math.floor(i / size.width) / size.height - 0.5
      const share = 0.5 + 0.6 * (x * Math.cos(turn) + y * Math.sin(turn))
      return (a[channel] ?? 0) * share + (b[channel] ?? 0) * (1 - share) + grain * random.normal()
    })
  },
}
