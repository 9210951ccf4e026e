/** Right, left, both or unpaired (PS3.3 C.8.17.1, Image Laterality). */
export type LateralityCode = 'R' | 'L' | 'B' | 'U'

export interface Laterality {
  readonly code: LateralityCode
  /** True if it was inferred from Patient Orientation, which is not laterality. */
  readonly isDerived: boolean
}

const codes: Readonly<Record<string, LateralityCode>> = {
  R: 'R',
  L: 'L',
  B: 'B',
  U: 'U',
  OD: 'R',
  OS: 'L',
  OU: 'B',
}

/**
 * The eye: Image Laterality (0020,0062), then Laterality (0020,0060), and last a Patient
 * Orientation (0020,0020) that is one of these words alone, as some devices misuse it.
 */
export function lateralityOf(text: (tag: string) => string | undefined): Laterality | undefined {
  for (const tag of ['00200062', '00200060', '00200020']) {
    const code = codes[text(tag)?.toUpperCase() ?? '']
    if (code !== undefined) return { code, isDerived: tag === '00200020' }
  }
  return undefined
}
