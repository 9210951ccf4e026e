import type { RgbaImage } from './image.ts'
import { applyContrastMaps, contrastMaps, type ContrastMaps, type Place } from './local-contrast.ts'
import { type Tone, type ToneCurve, toneCurve } from './tone-curve.ts'

/** Display settings that a person may choose. */
export interface ViewSettings extends Tone {
  readonly redFree: boolean
  /** Limit of local contrast enhancement, from 1; null for none. */
  readonly clipLimit: number | null
}

/** Settings that leave an image unchanged. */
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

/** How to display an image; the image itself does not change. */
export interface ViewFilter {
  /** Green only, as grey: vessels and haemorrhages are most distinct in it. */
  readonly redFree: boolean
  /** Null for no local contrast enhancement. */
  readonly contrast: ContrastMaps | null
  readonly tone: ToneCurve
}

/** The filter for settings, given a small preview of the whole image. */
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
 * Converts a piece of an image for display, in its own bytes: red-free, local contrast, tone. `place` is the
 * position of the piece, in shares of the image's sides. Opacity is kept.
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
