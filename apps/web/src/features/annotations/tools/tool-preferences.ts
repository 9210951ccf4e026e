import { z } from 'zod'

import { predictionLimits } from '#contract/prediction'
import { coloursBy, defaultPreferences, type Preferences } from '#annotation/view'

export interface Limits {
  readonly least: number
  readonly most: number
}

/** In image pixels. */
const radii = { least: 1, most: 500 } as const
/** In screen pixels. */
const distances = { least: 1, most: 50 } as const
const steps = { least: 1, most: 50 } as const

/** Between what each setting of a tool that is a number may be. */
export const limits = {
  select: { tolerance: distances },
  polygon: {
    completeDistance: distances,
    minDistance: distances,
    simplify: { least: 0, most: 10 },
    radius: { least: 1, most: 100 },
  },
  magicWand: { threshold: { least: 0, most: 255 }, blur: { least: 0, most: 100 } },
  prediction: { padding: predictionLimits.padding, threshold: predictionLimits.threshold },
  brush: { radius: radii, step: steps },
  eraser: { radius: radii, step: steps, minimumArea: { least: 0, most: 10_000 } },
} as const satisfies Partial<Record<keyof Preferences, Readonly<Record<string, Limits>>>>

type Numbers<Part> = { readonly [Name in keyof Part]: number }

const nothing: Readonly<Record<string, unknown>> = {}
const Part = z.record(z.string(), z.unknown()).catch(nothing)

/** What is kept of a tool: each bad or missing number is the usual one. */
function numbersOf<Of extends Readonly<Record<string, Limits>>>(of: Of, usual: Numbers<Of>) {
  const entries = Object.entries(of).map(([name, { least, most }]) => {
    return [
      name,
      z
        .number()
        .min(least)
        .max(most)
        .catch(usual[name as keyof Of]),
    ] as const
  })
  return z.object(Object.fromEntries(entries) as { [Name in keyof Of]: z.ZodCatch<z.ZodNumber> })
}

const { select, polygon, magicWand, prediction, brush, eraser, protectOthers, colourBy, unit } =
  defaultPreferences

const KeptPreferences = Part.pipe(
  z.object({
    select: Part.pipe(
      numbersOf(limits.select, select).extend({ showText: z.boolean().catch(select.showText) }),
    ),
    polygon: Part.pipe(
      numbersOf(limits.polygon, polygon).extend({
        guidance: z.boolean().catch(polygon.guidance),
        auto: z.boolean().catch(polygon.auto),
        blackOrWhite: z.boolean().catch(polygon.blackOrWhite),
      }),
    ),
    magicWand: Part.pipe(numbersOf(limits.magicWand, magicWand)),
    prediction: Part.pipe(numbersOf(limits.prediction, prediction)),
    brush: Part.pipe(numbersOf(limits.brush, brush)),
    eraser: Part.pipe(numbersOf(limits.eraser, eraser)),
    protectOthers: z.boolean().catch(protectOthers),
    colourBy: z.enum(coloursBy).catch(colourBy),
    unit: z.enum(['px', 'µm', 'DD']).catch(unit),
  }),
)

export type KeptPreferences = z.infer<typeof KeptPreferences>

/** The settings that a user can change, as they are kept on the server. */
export function keptOf(preferences: Preferences): KeptPreferences {
  return KeptPreferences.parse(preferences)
}

/** The preferences from what the server has kept, whoever has written it. */
export function preferencesFrom(stored: unknown): Preferences {
  return { ...defaultPreferences, ...KeptPreferences.parse(stored) }
}
