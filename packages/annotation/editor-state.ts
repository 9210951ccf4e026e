import type { RecordDiff } from './diff.ts'
import type {
  Annotation,
  AnnotationDocument,
  AnnotationId,
  CategoryId,
  RecordId,
} from './document.ts'
import type { History, Mark } from './history.ts'
import { emptyHistory } from './history.ts'
import { isCategoryLocked, isLocked, usualLooks } from './looks.ts'
import { keypointPlaces } from './keypoints.ts'
import { sameContent } from './records.ts'
import type { CarryOut, Limited, Preview } from './reshaping.ts'
import type { CarryOutRework, ReworkWish } from './reworking.ts'
import type { Modifiers, Reshaping, RunningTool } from './tool.ts'
import { isShifted } from './tool.ts'
import type { ToolId } from './tools.ts'
import { tools } from './tools.ts'
import { defaultPreferences } from './preferences.ts'
import type { Preferences, View } from './view.ts'
import { selectedIn } from './view.ts'

export interface EditorState extends View {
  readonly tool: RunningTool<ToolId>
  readonly history: History
  /** Drawings that are being worked into their annotations, oldest first. */
  readonly pending: readonly Reshaping[]
  /** The steps for which whole annotations are being worked over, oldest first. */
  readonly reworking: readonly Mark[]
  /** The annotation that the current drawing would produce, if known yet. */
  readonly preview: Preview | null
  /** Half-drawn shapes that were left for something else, and go on with their tool. */
  readonly drafts: readonly Draft[]
  /** The last drawing, if it found more than it permits and nothing else was done since. */
  readonly refused: Reshaping | null
  /** How the last search stayed within its limit, if it did and nothing else was done since. */
  readonly limited: Limited | null
}

/** The active annotation is derived from the selection. */
export type StateChanges = Partial<Omit<EditorState, 'selection'>>

/** One change: compare the fields of both states by identity to see their differences. */
export interface EditorChange {
  readonly before: EditorState
  readonly state: EditorState
  /** Local changes, including undo and redo, which must be saved. */
  readonly local: RecordDiff
  /** Annotations whose creation undo has just taken back, among the local changes. */
  readonly takenBack: ReadonlySet<RecordId>
  /** Changes that came from the server. */
  readonly remote: RecordDiff
}

export interface EditorOptions {
  readonly document: AnnotationDocument
  /** Computes an area: `carryOut` with the available operations, here or in a worker. */
  readonly carryOut: CarryOut
  /** Called if an area could not be worked out; the annotation is as it was. */
  readonly onFailure: (error: unknown, reshaping: Reshaping) => void
  /** Called for an area that was drawn outside the image, or has no size: nothing was added. */
  readonly onNothing?: (reshaping: Reshaping) => void
  /** Called if the annotation of a drawing no longer exists: the drawing was not added. */
  readonly onAnnotationGone?: () => void
  /** Called with the category that a new annotation got because its drawing was found to belong there. */
  readonly onCategoryProposed?: (category: CategoryId) => void
  /** Computes areas of whole annotations anew: `carryOutRework`, here or in a worker. */
  readonly carryOutRework: CarryOutRework
  /** Called for a change to a locked annotation or into a locked category: it was not made. */
  readonly onLocked?: () => void
  /** Called for a rework that could not be carried out; the annotations are as they were. */
  readonly onReworkFailure?: (error: unknown) => void
  /** Called for a rework that changed nothing. */
  readonly onNothingReworked?: (kind: ReworkWish['kind']) => void
  /** An annotation without area, with an id and an author of the page's. */
  readonly newAnnotation: (document: AnnotationDocument, category: CategoryId) => Annotation
  readonly preferences?: Preferences
  /** The steps of an earlier opening of the image. */
  readonly history?: History
  readonly zoom?: number
}

/** A half-drawn shape, such as a polygon with two points. */
export interface Draft {
  readonly tool: RunningTool<ToolId>
  /** The annotation that was active; null if there was none, as for a measurement. */
  readonly annotation: AnnotationId | null
  /** Whether it is drawn as with Shift: to be taken away. */
  readonly shifted: boolean
}

/** Every half-drawn shape of an image. */
export interface Drafts {
  readonly inHand: Draft | null
  readonly aside: readonly Draft[]
}

/** The half-drawn shape in hand; null if there is none. */
export function draftIn({ tool, selection, shifted }: EditorState): Draft | null {
  return tool.resting ? null : { tool, annotation: selection, shifted }
}

/** Whether a tool goes on with a half-drawn shape; the shape of an annotation, if that is the active one. */
export function isContinuedBy(
  { tool: { id, about }, annotation }: Draft,
  { tool, selection }: Pick<EditorState, 'tool' | 'selection'>,
): boolean {
  return id === tool.id && (about.needs !== 'annotation' || annotation === selection)
}

/** The result of undo or redo. */
export interface Travelled {
  /** The label of the step; null if there was none. */
  readonly label: string | null
  /** Records left unchanged because somebody else has changed them since. */
  readonly skipped: readonly RecordId[]
}

/** A newly opened document: nothing is selected or hidden. */
export function openingState({ document, zoom, preferences, history }: EditorOptions): EditorState {
  return {
    document,
    selected: [],
    selection: null,
    hover: null,
    currentKeypoint: -1,
    activeCategory: null,
    hidden: new Set(),
    looks: usualLooks,
    mode: 'segment',
    shifted: false,
    zoom: zoom ?? 1,
    preferences: preferences ?? defaultPreferences,
    grid: null,
    tool: tools.select,
    history: history ?? emptyHistory,
    pending: [],
    reworking: [],
    preview: null,
    drafts: [],
    refused: null,
    limited: null,
  }
}

/**
 * A changed document with the locked annotations as they were, and with none added to or moved into a locked
 * category; the same if nothing of this kind has changed.
 */
export function sparingLocked(state: EditorState, next: AnnotationDocument): AnnotationDocument {
  const { document, looks } = state
  if (looks.categories.size === 0 && looks.annotations.size === 0) return next
  const locked = [...document.annotations.values()].filter(
    (annotation) =>
      next.annotations.get(annotation.id) !== annotation && isLocked(looks, annotation),
  )
  const kept = keepingOut(state, next)
  if (locked.length === 0) return kept
  const annotations = new Map(kept.annotations)
  for (const annotation of locked) annotations.set(annotation.id, annotation)
  return { ...kept, annotations }
}

/**
 * A changed document without additions to locked categories. Annotations that were moved into one stay in
 * their own, with their other changes; the same if there are none.
 */
export function keepingOut(
  { document, looks }: EditorState,
  next: AnnotationDocument,
): AnnotationDocument {
  const entering = [...next.annotations.values()].filter(
    ({ id, categoryId }) =>
      isCategoryLocked(looks, categoryId) &&
      document.annotations.get(id)?.categoryId !== categoryId,
  )
  if (entering.length === 0) return next
  const annotations = new Map(next.annotations)
  for (const annotation of entering) {
    const before = document.annotations.get(annotation.id)
    if (before === undefined) annotations.delete(annotation.id)
    else annotations.set(before.id, inCategoryOf(before, annotation))
  }
  return { ...next, annotations }
}

/** A changed annotation in the category that it had before, for which its keypoints are. */
function inCategoryOf(before: Annotation, changed: Annotation): Annotation {
  const { categoryId, keypoints } = before
  const stayed = { ...changed, categoryId, keypoints }
  return sameContent(before, stayed) ? before : stayed
}

/** Whether nothing is in hand, worked out or offered, so that leaving the image ends nothing. */
export function isAtRest({ tool, pending, refused }: EditorState): boolean {
  return tool.resting && pending.length === 0 && refused === null
}

/** Whether the user has gone on to something else; changes by others do not count. */
export function hasMovedOn(
  before: EditorState,
  { history, tool, selection }: EditorState,
): boolean {
  const hasOtherStep = history.past.at(-1)?.mark !== before.history.past.at(-1)?.mark
  return hasOtherStep || tool.id !== before.tool.id || selection !== before.selection
}

/** Whether the tool can work the other way now; see `WithShift`. */
export function canShift({ tool }: EditorState): boolean {
  const concerns = tool.about.withShift?.concerns ?? null
  return concerns !== null && (concerns !== 'drawing' || tool.inHand !== null)
}

/**
 * Whether the user's choice lasts: each tool starts with its usual way, and to draw each annotation does, unless
 * the tool goes on with a half-drawn shape.
 */
export function staysShifted(before: EditorState, state: EditorState): boolean {
  const isSame = state.selection === before.selection || concernsSelection(state)
  const goesOn = state.tool.id === before.tool.id && isSame
  return state.shifted && (goesOn || !state.tool.resting) && canShift(state)
}

function concernsSelection({ tool }: EditorState): boolean {
  return tool.about.withShift?.concerns === 'selection'
}

/** Whether an annotation chosen in a list joins the selection, or leaves it, instead of replacing it. */
export function addsToSelection(modifiers: Pick<Modifiers, 'shift'>, state: EditorState): boolean {
  return isShifted(modifiers, { shifted: state.shifted && concernsSelection(state) })
}

/**
 * The references of a state without those to deleted records. A keypoint is current for one
 * selection only. If the active annotation was deleted, nothing is selected, so that drawing never
 * continues in another one unasked.
 */
export function standingPointers(
  state: EditorState,
  before: EditorState,
): Pick<EditorState, 'selected' | 'hover' | 'currentKeypoint'> {
  const { annotations } = state.document
  const ifThere = (id: AnnotationId | null) => (id !== null && annotations.has(id) ? id : null)
  const selection = ifThere(state.selection)
  const standing = selection === null ? [] : state.selected.filter((id) => annotations.has(id))
  const selected = standing.length === state.selected.length ? state.selected : standing
  const inHand = selectedIn({ ...state, selection })
  const places = inHand === null ? 0 : keypointPlaces(state.document, inHand)
  const { currentKeypoint } = state
  const stands = selection === before.selection && currentKeypoint >= 0 && currentKeypoint < places
  return { selected, hover: ifThere(state.hover), currentKeypoint: stands ? currentKeypoint : -1 }
}
