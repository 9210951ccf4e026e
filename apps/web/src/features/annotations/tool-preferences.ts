import { z } from 'zod'

import { defaultPreferences, type Preferences } from '#annotation/view'

export const radiusLimits = { least: 1, most: 500 } as const
export const thresholdLimits = { least: 0, most: 255 } as const
export const blurLimits = { least: 0, most: 100 } as const

function within({ least, most }: { least: number; most: number }, otherwise: number) {
  return z.number().min(least).max(most).catch(otherwise)
}

const { brush, eraser, magicWand, polygon, protectOthers } = defaultPreferences
const nothing: Readonly<Record<string, unknown>> = {}
const Part = z.record(z.string(), z.unknown()).catch(nothing)

/** What is kept of the preferences; each bad or missing value is its default. */
const KeptPreferences = Part.pipe(
  z.object({
    brush: Part.pipe(z.object({ radius: within(radiusLimits, brush.radius) })),
    eraser: Part.pipe(z.object({ radius: within(radiusLimits, eraser.radius) })),
    magicWand: Part.pipe(
      z.object({
        threshold: within(thresholdLimits, magicWand.threshold),
        blur: within(blurLimits, magicWand.blur),
      }),
    ),
    polygon: Part.pipe(z.object({ guidance: z.boolean().catch(polygon.guidance) })),
    protectOthers: z.boolean().catch(protectOthers),
  }),
)

export type KeptPreferences = z.infer<typeof KeptPreferences>

/** The settings that a user can change, as they are kept on the server. */
export function keptOf(preferences: Preferences): KeptPreferences {
  return KeptPreferences.parse(preferences)
}

/** The preferences from what the server has kept, whoever has written it. */
export function preferencesFrom(stored: unknown): Preferences {
  const kept = KeptPreferences.parse(stored)
  return {
    ...defaultPreferences,
    brush: { ...brush, ...kept.brush },
    eraser: { ...eraser, ...kept.eraser },
    magicWand: kept.magicWand,
    polygon: { ...polygon, ...kept.polygon },
    protectOthers: kept.protectOthers,
  }
}
