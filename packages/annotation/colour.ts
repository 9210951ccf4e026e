import type { Annotation, AnnotationDocument } from './document.ts'
import type { Preferences } from './view.ts'

interface ColourSources {
  readonly document: AnnotationDocument
  readonly preferences: Pick<Preferences, 'colourBy'>
}

/** The golden angle in degrees: hues a step apart differ however many there are. */
const hueStep = 137.508
const unknown = '#ffffff'

/**
 * The colour of an annotation as '#rrggbb': its own if it has one; else its category's, or, if
 * annotations are to be distinguished, one that differs from its neighbours in the list.
 */
export function colourOf(
  { document, preferences }: ColourSources,
  { color, categoryId, position }: Pick<Annotation, 'color' | 'categoryId' | 'position'>,
): string {
  if (color !== null) return color
  if (preferences.colourBy === 'annotation') return hueColour(position * hueStep)
  return document.categories.get(categoryId)?.color ?? unknown
}

/** A hue in degrees at lightness 0.6 and saturation 0.75 (CSS Color 4, HSL to sRGB). */
function hueColour(hue: number): string {
  const [lightness, saturation] = [0.6, 0.75]
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const channel = (n: number) => {
    const k = (n + (((hue % 360) + 360) % 360) / 30) % 12
    const value = lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))
    return Math.round(255 * value)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(0)}${channel(8)}${channel(4)}`
}
