import { z } from 'zod'

import { isAsItIs, type ViewSettings } from '#raster/view-filter'

/** How the image and what lies on it are shown, in the numbers of the sliders. */
export interface ImageSettings {
  /** Percent of the full range that are added. */
  readonly brightness: number
  /** Percent. */
  readonly contrast: number
  readonly gamma: number
  /** Strength of CLAHE; 0 is without. */
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

/** The settings from what the server has kept, whoever has written it. */
export function imageSettingsFrom(stored: unknown): ImageSettings {
  return KeptSettings.parse(stored)
}

/** What of the settings changes the photograph; null where it is shown as it is. */
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
