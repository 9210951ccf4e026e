import type { WandSettings } from '#raster/magic-wand'
import type { Unit } from './scale.ts'
import type { Annotation, AnnotationDocument, AnnotationId, CategoryId } from './document.ts'
import type { PredictionSettings } from './plan.ts'

/** Distances for the hand are in screen pixels at any zoom, what shapes an area in image pixels. */
export interface Preferences {
  readonly polygon: {
    /** Whether a line leads from the last point to the pointer. */
    readonly guidance: boolean
    readonly completeDistance: number
    readonly minDistance: number
    /** How far a line drawn by dragging may be smoothed, once, when it is drawn: in image pixels. */
    readonly simplify: number
    /** Whether the line takes a colour that stands out from the photograph beneath it. */
    readonly auto: boolean
    /** Whether that colour is black or white; else it is the opposite of the photograph's. */
    readonly blackOrWhite: boolean
    /** Within how many image pixels of the pointer the photograph's colour is looked at. */
    readonly radius: number
  }
  readonly select: {
    readonly tolerance: number
    /** Whether what is under the pointer is told beside it. */
    readonly showText: boolean
  }
  /** Radii are in image pixels; `step` is what a key press adds to them. */
  readonly brush: { readonly radius: number; readonly step: number }
  readonly eraser: {
    readonly radius: number
    readonly step: number
    /** In square image pixels; what erasing leaves of a part is erased, too, if it is smaller. */
    readonly minimumArea: number
  }
  readonly magicWand: WandSettings
  readonly prediction: PredictionSettings
  /** Whether drawings that are added leave out what other visible annotations cover. */
  readonly protectOthers: boolean
  /** What gives an annotation without a colour of its own its colour: see `colourOf`. */
  readonly colourBy: ColourBy
  /** In what sizes of annotations are told, where the image's scale is known. */
  readonly unit: Unit
}

export const coloursBy = ['category', 'annotation'] as const
export type ColourBy = (typeof coloursBy)[number]

export const defaultPreferences: Preferences = {
  polygon: {
    guidance: true,
    completeDistance: 5,
    minDistance: 2,
    simplify: 1,
    auto: true,
    blackOrWhite: true,
    radius: 10,
  },
  select: { tolerance: 10, showText: true },
  brush: { radius: 15, step: 2 },
  eraser: { radius: 30, step: 2, minimumArea: 10 },
  magicWand: { threshold: 30, blur: 40 },
  prediction: { padding: 50, threshold: 80 },
  protectOthers: false,
  colourBy: 'category',
  unit: 'px',
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

/** Whether areas are drawn, or categories given to what is there. */
export type Mode = 'segment' | 'label'

/** What a person sees and has chosen: nothing of it is saved with the document or undone. */
export interface View {
  readonly document: AnnotationDocument
  /** Every selected annotation, each once, the one in hand last. */
  readonly selected: readonly AnnotationId[]
  /** The one in hand, which tools work on: always the last of `selected`, null where that is empty. */
  readonly selection: AnnotationId | null
  readonly hover: AnnotationId | null
  /** The place of the current keypoint among those of the selected annotation; -1 for none. */
  readonly currentKeypoint: number
  /** The category that new annotations get. */
  readonly activeCategory: CategoryId | null
  readonly hidden: ReadonlySet<AnnotationId>
  readonly mode: Mode
  /** Screen pixels per image pixel. */
  readonly zoom: number
  readonly preferences: Preferences
}

/** The annotation in hand, or null. */
export function selectedIn({ document, selection }: View): Annotation | null {
  return selection === null ? null : (document.annotations.get(selection) ?? null)
}

/** The selected annotations that are visible, and so may be moved by hand. */
export function visiblySelected({ document, selected, hidden }: View): readonly Annotation[] {
  return selected.flatMap((id) => (hidden.has(id) ? [] : (document.annotations.get(id) ?? [])))
}

/** A length on the screen as a length in the image. */
export function inImagePixels(view: View, screenPixels: number): number {
  return screenPixels / view.zoom
}
