import { z } from 'zod'

import { isAsItIs, type ViewSettings } from '#raster/view-filter'

/** Display settings of the image and its annotations, in the units of the sliders. */
export interface ImageSettings {
  /** Percent of the full range to add. */
  readonly brightness: number
  /** Percent. */
  readonly contrast: number
  readonly gamma: number
  /** Strength of CLAHE; 0 switches it off. */
  readonly localContrast: number
  readonly redFree: boolean
  readonly invert: boolean
  /** Percent. */
  readonly annotationOpacity: number
}

export const originalView: ImageSettings = {
  brightness: 0,
  contrast: 100,
  gamma: 1,
  localContrast: 0,
  redFree: false,
  invert: false,
  annotationOpacity: 100,
}

export const imageSettingLimits = {
  brightness: { least: -100, most: 100, step: 1 },
  contrast: { least: 0, most: 300, step: 5 },
  gamma: { least: 0.2, most: 3, step: 0.05 },
  localContrast: { least: 0, most: 10, step: 0.5 },
  annotationOpacity: { least: 0, most: 100, step: 5 },
} as const

export type ImageNumber = keyof typeof imageSettingLimits

function numberOf(name: ImageNumber) {
  const { least, most } = imageSettingLimits[name]
  return z.number().min(least).max(most).catch(originalView[name])
}

const nothing: Readonly<Record<string, unknown>> = {}
const KeptSettings = z
  .record(z.string(), z.unknown())
  .catch(nothing)
  .pipe(
    z.object({
      brightness: numberOf('brightness'),
      contrast: numberOf('contrast'),
      gamma: numberOf('gamma'),
      localContrast: numberOf('localContrast'),
      redFree: z.boolean().catch(false),
      invert: z.boolean().catch(false),
      annotationOpacity: numberOf('annotationOpacity'),
    }),
  )

/** Parses the stored settings, whoever has written them. */
export function imageSettingsFrom(stored: unknown): ImageSettings {
  return KeptSettings.parse(stored)
}

/** The settings that affect the photograph; null if it is shown unchanged. */
export function viewOf(settings: ImageSettings): ViewSettings | null {
  const view = {
    brightness: settings.brightness / 100,
    contrast: settings.contrast / 100,
    gamma: settings.gamma,
    invert: settings.invert,
    redFree: settings.redFree,
    clipLimit: settings.localContrast === 0 ? null : 1 + settings.localContrast,
  }
  return isAsItIs(view) ? null : view
}

export function sameSettings(a: ImageSettings, b: ImageSettings): boolean {
  return (Object.keys(a) as (keyof ImageSettings)[]).every((name) => a[name] === b[name])
}
