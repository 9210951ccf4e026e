/** How values are made brighter, steeper or lighter in the middle. */
export interface Tone {
  /** Added to all values, as a share of the full range: -1 to 1; 0 leaves them. */
  readonly brightness: number
  /** Differences from mid-grey are multiplied by it: 0 and above; 1 leaves them. */
  readonly contrast: number
  /** Values from 0 to 1 are raised to 1 / gamma: above 0; 1 leaves them, more lights the middle. */
  readonly gamma: number
  readonly invert: boolean
}

/** For each byte value the one to show instead. */
export type ToneCurve = Uint8Array

/**
 * The curve of a tone: gamma first (power law; Gonzalez and Woods, Digital Image Processing, section 3.2),
 * then contrast about the middle, brightness, and the negative last. Values beyond black and white are
 * clipped.
 */
export function toneCurve({ brightness, contrast, gamma, invert }: Tone): ToneCurve {
  return Uint8Array.from({ length: 256 }, (_, value) => {
    const lit = (value / 255) ** (1 / gamma)
    const shown = Math.min(1, Math.max(0, (lit - 0.5) * contrast + 0.5 + brightness))
    return Math.round(255 * (invert ? 1 - shown : shown))
  })
}
