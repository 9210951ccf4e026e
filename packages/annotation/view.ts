import type { WandSettings } from '#raster/magic-wand'
import type { Annotation, AnnotationDocument, AnnotationId, CategoryId } from './document.ts'

/** Distances for the hand are in screen pixels at any zoom, what shapes an area in image pixels. */
export interface Preferences {
  readonly polygon: {
    /** Whether a line leads from the last point to the pointer. */
    readonly guidance: boolean
    readonly completeDistance: number
    readonly minDistance: number
    /** How far a line drawn by dragging may be smoothed, once, when it is drawn: in image pixels. */
    readonly simplify: number
  }
  /** `showText`: whether the name of the annotation under the pointer is shown. */
  readonly select: { readonly tolerance: number; readonly showText: boolean }
  /** Radii are in image pixels; `step` is what a key press adds to them. */
  readonly brush: { readonly radius: number; readonly step: number }
  readonly eraser: {
    readonly radius: number
    readonly step: number
    /** In square image pixels; what erasing leaves of a part is erased, too, if it is smaller. */
    readonly minimumArea: number
  }
  readonly magicWand: WandSettings
  /** Whether drawings that are added leave out what other visible annotations cover. */
  readonly protectOthers: boolean
  /** What gives an annotation without a colour of its own its colour: see `colourOf`. */
  readonly colourBy: ColourBy
}

export const coloursBy = ['category', 'annotation'] as const
export type ColourBy = (typeof coloursBy)[number]

export const defaultPreferences: Preferences = {
  polygon: { guidance: true, completeDistance: 5, minDistance: 2, simplify: 1 },
  select: { tolerance: 10, showText: true },
  brush: { radius: 15, step: 2 },
  eraser: { radius: 30, step: 2, minimumArea: 10 },
  magicWand: { threshold: 30, blur: 40 },
  protectOthers: false,
  colourBy: 'category',
}

const radii = { least: 1, most: 500 } as const

/** The preferences with the radius of brush or eraser changed by so many steps. */
export function withRadiusStepped(
  preferences: Preferences,
  tool: 'brush' | 'eraser',
  steps: number,
): Preferences {
  const { radius, step } = preferences[tool]
  const wanted = Math.min(Math.max(radius + steps * step, radii.least), radii.most)
  return { ...preferences, [tool]: { ...preferences[tool], radius: wanted } }
}

/** What a person sees and has chosen: nothing of it is saved with the document or undone. */
export interface View {
  readonly document: AnnotationDocument
  readonly selection: AnnotationId | null
  readonly hover: AnnotationId | null
  /** The place of the current keypoint among those of the selected annotation; -1 for none. */
  readonly currentKeypoint: number
  /** The category that new annotations get. */
  readonly activeCategory: CategoryId | null
  readonly hidden: ReadonlySet<AnnotationId>
  /** Screen pixels per image pixel. */
  readonly zoom: number
  readonly preferences: Preferences
}

/** The selected annotation, or null. */
export function selectedIn({ document, selection }: View): Annotation | null {
  return selection === null ? null : (document.annotations.get(selection) ?? null)
}

/** A length on the screen as a length in the image. */
export function inImagePixels(view: View, screenPixels: number): number {
  return screenPixels / view.zoom
}
