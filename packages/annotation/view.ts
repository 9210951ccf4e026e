import type { Annotation, AnnotationDocument, AnnotationId, CategoryId } from './document.ts'

/** Distances for the hand, in screen pixels at any zoom; `simplify` alone is in image pixels. */
export interface Preferences {
  readonly polygon: {
    /** Whether a line leads from the last point to the pointer. */
    readonly guidance: boolean
    readonly completeDistance: number
    readonly minDistance: number
    /** How far a line drawn by dragging may be smoothed, once, when it is drawn. */
    readonly simplify: number
  }
  readonly select: { readonly tolerance: number }
}

export const defaultPreferences: Preferences = {
  polygon: { guidance: true, completeDistance: 5, minDistance: 2, simplify: 1 },
  select: { tolerance: 10 },
}

/** What a person sees and has chosen: nothing of it is saved with the document or undone. */
export interface View {
  readonly document: AnnotationDocument
  readonly selection: AnnotationId | null
  readonly hover: AnnotationId | null
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
