import type { GridView } from './grid-view.ts'
import type { Annotation, AnnotationDocument, AnnotationId, CategoryId } from './document.ts'
import type { Looks } from './looks.ts'
import { isLocked } from './looks.ts'
import type { KeptSettings, Values } from './settings.ts'

/** Settings that belong to no single tool. */
export const generalSettings = {
  protectOthers: {
    kind: 'switch',
    usual: false,
    label: { en: 'Protect other annotations', ko: '다른 주석 보호' },
    hint: {
      en: 'What is added leaves out what other visible annotations cover.',
      ko: '추가하는 영역에서 다른 주석이 덮은 부분을 제외합니다.',
    },
  },
  newAfterStroke: {
    kind: 'switch',
    usual: false,
    label: { en: 'New annotation after each stroke', ko: '한 획마다 새 주석' },
    hint: {
      en: 'Each drawing becomes an annotation of its own in the active category.',
      ko: '그릴 때마다 활성 분류에 새 주석을 만듭니다.',
    },
  },
  /** Width on the screen of what smoothing removes from an outline. */
  smoothing: {
    kind: 'number',
    usual: 12,
    least: 1,
    most: 100,
    unit: 'px',
    label: { en: 'Smoothing', ko: '윤곽 다듬기' },
    hint: {
      en: 'Bumps and dents narrower than this on the screen go.',
      ko: '화면에서 이보다 좁은 요철을 없앱니다.',
    },
  },
  /** Distance on the screen from the former outline that simplifying permits. */
  simplification: {
    kind: 'number',
    usual: 1,
    least: 1,
    most: 20,
    unit: 'px',
    label: { en: 'Simplification', ko: '윤곽 단순화' },
    hint: {
      en: 'The simplified outline stays this close to the former one on the screen.',
      ko: '단순화한 윤곽이 화면에서 이전 윤곽과 이만큼 이내로 유지됩니다.',
    },
  },
  /** See `colourOf`. */
  colourBy: {
    kind: 'choice',
    usual: 'category',
    label: { en: 'Colours', ko: '색상' },
    options: {
      category: { en: 'By category', ko: '분류별' },
      annotation: { en: 'By annotation', ko: '주석별' },
    },
  },
  /** Unit of annotation sizes, if the image's scale is known. */
  unit: {
    kind: 'choice',
    usual: 'px',
    label: { en: 'Unit of measures', ko: '측정 단위' },
    options: {
      px: { en: 'px', ko: 'px' },
      µm: { en: 'µm', ko: 'µm' },
      DD: { en: 'DD', ko: 'DD' },
    },
  },
  /** An overview of the photograph while a part of it is out of view. */
  minimap: {
    kind: 'switch',
    usual: true,
    label: { en: 'Overview while zoomed in', ko: '확대 중 전체 보기' },
  },
  /** What turning the wheel of a mouse, or moving two fingers on a trackpad, does on the canvas. */
  wheel: {
    kind: 'choice',
    usual: 'automatic',
    label: { en: 'Wheel and trackpad', ko: '휠과 트랙패드' },
    hint: {
      en: 'Ctrl with the wheel and a pinch always zoom. Shift moves sideways.',
      ko: 'Ctrl+휠과 두 손가락 벌리기는 항상 확대·축소합니다. Shift를 누르면 옆으로 이동합니다.',
    },
    options: {
      automatic: {
        en: 'Wheel zooms, trackpad moves',
        ko: '휠은 확대·축소, 트랙패드는 이동',
      },
      zoom: { en: 'Both zoom', ko: '둘 다 확대·축소' },
      pan: { en: 'Both move', ko: '둘 다 이동' },
    },
  },
} as const

/**
 * How a user has set the tools, and how annotations are shown. Distances for the hand are in screen
 * pixels at any zoom, lengths that shape an area in image pixels.
 */
export interface Preferences extends KeptSettings, Values<typeof generalSettings> {}

/**
 * Whether the user draws areas, assigns categories to existing annotations, or only looks at what is
 * there.
 */
export type Mode = 'segment' | 'label' | 'view'

/** The user's view and choices: none of it is saved with the document or undone. */
export interface View {
  readonly document: AnnotationDocument
  /** Every selected annotation, each once, the active one last. */
  readonly selected: readonly AnnotationId[]
  /**
   * The active annotation, which tools work on: always the last of `selected`, null if that is
   * empty.
   */
  readonly selection: AnnotationId | null
  readonly hover: AnnotationId | null
  /** The place of the current keypoint among those of the selected annotation; -1 for none. */
  readonly currentKeypoint: number
  /** The category that new annotations get. */
  readonly activeCategory: CategoryId | null
  readonly hidden: ReadonlySet<AnnotationId>
  /** Opacity and locks. */
  readonly looks: Looks
  readonly mode: Mode
  /** Whether the tool works without Shift as it usually does with it; see `WithShift`. */
  readonly shifted: boolean
  /** Screen pixels per image pixel. */
  readonly zoom: number
  readonly preferences: Preferences
  /** The ETDRS grid; null while it is not shown. */
  readonly grid: GridView | null
}

/** The active annotation, or null. */
export function selectedIn({ document, selection }: View): Annotation | null {
  return selection === null ? null : (document.annotations.get(selection) ?? null)
}

/** The annotation whose outline can be dragged: null if several are selected, or it is locked. */
export function editable(view: View): Annotation | null {
  const annotation = view.selected.length === 1 && view.mode === 'segment' ? selectedIn(view) : null
  if (annotation === null || view.hidden.has(annotation.id)) return null
  return isLocked(view.looks, annotation) ? null : annotation
}

/** The selected annotations that are visible and not locked, and so may be moved by hand. */
export function movableIn({ document, selected, hidden, looks }: View): readonly Annotation[] {
  return selected.flatMap((id) => {
    const annotation = hidden.has(id) ? undefined : document.annotations.get(id)
    return annotation === undefined || isLocked(looks, annotation) ? [] : [annotation]
  })
}

/** A length on the screen as a length in the image. */
export function inImagePixels(view: View, screenPixels: number): number {
  return screenPixels / view.zoom
}
