import type { RgbaImage } from './image.ts'
import { applyContrastMaps, contrastMaps, type ContrastMaps, type Place } from './local-contrast.ts'
import { type Tone, type ToneCurve, toneCurve } from './tone-curve.ts'

/** What a person may choose of how an image is shown. */
export interface ViewSettings extends Tone {
  readonly redFree: boolean
  /** How far local contrast may rise, from 1; null to leave it as it is. */
  readonly clipLimit: number | null
}

/** The settings under which an image is shown as it is. */
export const asItIs: ViewSettings = {
  brightness: 0,
  contrast: 1,
  gamma: 1,
  invert: false,
  redFree: false,
  clipLimit: null,
}

export function isAsItIs(settings: ViewSettings): boolean {
  return (Object.keys(asItIs) as (keyof ViewSettings)[]).every(
    (name) => settings[name] === asItIs[name],
  )
}

/** How an image is to be shown; the image itself stays as it is. */
export interface ViewFilter {
  /** Green alone, as grey: where vessels and bleedings stand out most. */
  readonly redFree: boolean
  /** Null to leave the local contrast as it is. */
  readonly contrast: ContrastMaps | null
  readonly tone: ToneCurve
}

/** The filter of settings for an image of which a preview, the whole in a small size, is at hand. */
export function viewFilter(settings: ViewSettings, preview: RgbaImage): ViewFilter {
  const { redFree, clipLimit } = settings
  const channel = redFree ? 'green' : 'brightness'
  return {
    redFree,
    contrast: clipLimit === null ? null : contrastMaps(preview, { channel, clipLimit }),
    tone: toneCurve(settings),
  }
}

/**
 * Changes a piece of an image in its own bytes to what is to be shown: red-free, local contrast,
 * tone. The place says, in shares of the image's sides, where the piece lies. Opacity stays.
 */
export function applyViewFilter(piece: RgbaImage, place: Place, filter: ViewFilter): void {
  if (filter.contrast !== null) applyContrastMaps(piece, place, filter.contrast)
  applyTone(piece.data, filter)
}

function applyTone(data: Uint8Array, { redFree, tone }: ViewFilter): void {
  for (let i = 0; i < data.length; i += 4) {
    const green = tone[data[i + 1] ?? 0] ?? 0
    data[i] = redFree ? green : (tone[data[i] ?? 0] ?? 0)
    data[i + 1] = green
    data[i + 2] = redFree ? green : (tone[data[i + 2] ?? 0] ?? 0)
  }
}
