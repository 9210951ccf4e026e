import type { Command } from './commands.ts'
import type { Annotation, AnnotationId, CategoryId } from './document.ts'
import type { Mark } from './history.ts'
import type { ToolDisplay } from './overlay.ts'
import type { Drawing, PlanOperation } from './plan.ts'
import type { Aim } from './reach.ts'
import type { ReworkWish } from './reworking.ts'
import type { ToolAbout } from './tool-about.ts'
import type { View } from './view.ts'

export interface Modifiers {
  readonly shift: boolean
  readonly alt: boolean
  /** ctrl, or the command key of a Mac. */
  readonly ctrl: boolean
}

/** The primary button, a pen or one finger. */
export interface PointerInput extends Modifiers, Aim {
  /** 0 to 1; 0.5 for a device that cannot tell. */
  readonly pressure: number
}

/** Whether the tool works the other way: Shift inverts the user's choice. */
export function isShifted(
  { shift }: Pick<Modifiers, 'shift'>,
  view: Pick<View, 'shifted'>,
): boolean {
  return shift !== view.shifted
}

export function operationOf(
  modifiers: Pick<Modifiers, 'shift'>,
  view: Pick<View, 'shifted'>,
): PlanOperation {
  return isShifted(modifiers, view) ? 'subtract' : 'add'
}

export interface KeyInput extends Modifiers {
  /** As KeyboardEvent.key names it. */
  readonly key: string
  /** Whether the key is being held down. */
  readonly repeat: boolean
}

/** A request to change the area of the active annotation. */
export interface ReshapeWish {
  readonly operation: PlanOperation
  readonly drawing: Drawing
  /** Whether the drawing is an upright rectangle that should be edited as such. */
  readonly asBox: boolean
  /** Parts of the annotation that it makes smaller than this, in square pixels, go; 0 for none. */
  readonly leastPart?: number
  /** The step of undo that it belongs to. */
  readonly mark: Mark
}

/** A request to change the area of an annotation, applied once it is computed. */
export interface Reshaping extends ReshapeWish {
  readonly annotation: AnnotationId
}

/** The actions available to a tool. */
export interface ToolEditor {
  readonly view: View
  /** The annotation at a place of the image that a click there means, or null. */
  annotationAt(aim: Aim): AnnotationId | null
  /** Selects annotations without duplicates; the last is the active one. */
  select(ids: readonly AnnotationId[]): void
  setHover(id: AnnotationId | null): void
  /** Shows an annotation, and its category if that is hidden. */
  show(annotation: Annotation): void
  setCurrentKeypoint(place: number): void
  setGrid(grid: View['grid']): void
  /** A step of undo for changes that belong together. */
  mark(label: string): Mark
  /** Changes the document, as a separate step with a label or as part of a marked step. */
  change(step: Mark | string, command: Command): void
  /**
   * Creates an annotation without area in a category, and selects it. The first drawing in it is the same step
   * of undo; a drawing that adds nothing removes it. Returns null, and tells the user, if the category is locked.
   */
  create(category: CategoryId): AnnotationId | null
  /** The same without selecting it; the active category stays, too. */
  createAside(category: CategoryId): AnnotationId | null
  /** Takes back the changes under a mark, without leaving a step to redo; later ones stay. */
  bail(mark: Mark): void
  /** Gives up the reshapings under a mark that are still to be worked out. */
  giveUp(mark: Mark): void
  /** Changes the area of the active annotation, or of a new one if each stroke makes one. */
  reshape(wish: ReshapeWish): void
  /** Works the areas of the selected annotations over, as one step, once they are computed. */
  rework(wish: ReworkWish): void
  /** Whether a reshaping under a mark is still to be worked out. */
  isPending(mark: Mark): boolean
  /**
   * Previews a reshaping without changing anything; of several under one mark, the latest computed
   * is shown. Null clears the preview, and so does applying the reshaping.
   */
  preview(wish: ReshapeWish | null): void
}

/**
 * A state of a tool. One that outlives the button names no annotation: it draws in the active one, which gets
 * another id when its image is opened again.
 */
export interface ToolState {
  readonly name: string
}

type Pointing<State, Next> = (state: State, pointer: PointerInput, editor: ToolEditor) => Next

/** The event handlers of one state of a tool, and its display; unhandled events change nothing. */
interface StateHandlers<State, Next> {
  /** Cancels the gesture without a trace: on Escape. */
  cancel(this: void, state: State, editor: ToolEditor): Next
  /** Completes the gesture, if possible: on Enter. */
  complete?(this: void, state: State, editor: ToolEditor): Next
  /** Shows its preview again after the half-drawn shape was set aside. */
  resume?(this: void, state: State, editor: ToolEditor): Next
  /** Whether `complete` would do it now; absent: always. */
  isComplete?(this: void, state: State): boolean
  /** Takes back the last thing done in a gesture; without it, undo cancels the gesture. */
  undo?(this: void, state: State, editor: ToolEditor): Next
  pointerDown?: Pointing<State, Next>
  pointerMove?: Pointing<State, Next>
  pointerUp?: Pointing<State, Next>
  doubleClick?: Pointing<State, Next>
  /** The pointer is no longer over the image's surroundings either. */
  pointerLeave?(this: void, state: State, editor: ToolEditor): Next
  /** Answers null for a key that means nothing to it, which is then free for others. */
  keyDown?(this: void, state: State, key: KeyInput, editor: ToolEditor): Next | null
  display(this: void, state: State, view: View): ToolDisplay
}

/** The behaviour of a tool: a table with one row for each of its states. */
interface Machine<State extends ToolState> {
  readonly initial: State
  readonly states: {
    readonly [Name in State['name']]: StateHandlers<Extract<State, { name: Name }>, State>
  }
}

export type ToolEvent =
  | {
      readonly type: 'pointerDown' | 'pointerMove' | 'pointerUp' | 'doubleClick'
      readonly pointer: PointerInput
    }
  | { readonly type: 'keyDown'; readonly key: KeyInput }
  | { readonly type: 'cancel' | 'complete' | 'resume' | 'undo' | 'pointerLeave' }

/** A drawing to which points are added until it is completed. */
interface DrawingInHand {
  /** Whether it can be completed now; null if its last point does that. */
  readonly isComplete: boolean | null
}

/** A tool in one of its states, whatever the type of its states. */
export interface RunningTool<Id extends string = string> {
  readonly id: Id
  readonly about: ToolAbout<Id>
  readonly state: ToolState
  readonly resting: boolean
  /** The drawing that grows point by point; null at rest, and during a stroke or a drag. */
  readonly inHand: DrawingInHand | null
  /** The tool after an event, or null if its state does not handle it. */
  handle(this: void, event: ToolEvent, editor: ToolEditor): RunningTool<Id> | null
  display(this: void, view: View): ToolDisplay
}

/** A tool at rest. */
export function toolOf<Id extends string, State extends ToolState>(
  about: ToolAbout<Id>,
  machine: Machine<State>,
): RunningTool<Id> {
  return run(about, machine, machine.initial)
}

function run<Id extends string, State extends ToolState>(
  about: ToolAbout<Id>,
  machine: Machine<State>,
  state: State,
): RunningTool<Id> {
  return {
    id: about.id,
    about,
    state,
    resting: state.name === machine.initial.name,
    inHand: drawingIn(handlersOf(machine, state), state),
    handle(event, editor) {
      const next = answer(handlersOf(machine, state), state, event, editor)
      return next === null ? null : run(about, machine, next)
    },
    display: (view) => handlersOf(machine, state).display(state, view),
  }
}

function handlersOf<State extends ToolState>(
  machine: Machine<State>,
  state: State,
): StateHandlers<State, State> {
  const rows: Readonly<Record<string, unknown>> = machine.states
  // The row of a state takes that very state, which the compiler cannot follow through a lookup.
  return rows[state.name] as StateHandlers<State, State>
}

/** A state that takes back its last point has points. */
function drawingIn<State>(
  { undo, complete, isComplete }: StateHandlers<State, State>,
  state: State,
): DrawingInHand | null {
  if (undo === undefined) return null
  return { isComplete: complete === undefined ? null : (isComplete?.(state) ?? true) }
}

function answer<State>(
  handlers: StateHandlers<State, State>,
  state: State,
  event: ToolEvent,
  editor: ToolEditor,
): State | null {
  if ('pointer' in event) return handlers[event.type]?.(state, event.pointer, editor) ?? null
  if ('key' in event) return handlers.keyDown?.(state, event.key, editor) ?? null
  const handler = handlers[event.type] ?? (event.type === 'undo' ? handlers.cancel : undefined)
  return handler?.(state, editor) ?? null
}
