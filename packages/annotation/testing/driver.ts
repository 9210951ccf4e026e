import { loadPolygonOperations } from '#geometry/boolean'
import type { Point } from '#geometry/point'
import { area } from '#geometry/polygon'
import type { Segmentation } from '#geometry/segmentation'
import { toSegmentation } from '#geometry/segmentation'
import type { MagicWand } from '#raster/magic-wand'
import type { Annotation, AnnotationDocument, AnnotationId, Category } from '../document.ts'
import { documentOf, emptyAnnotation } from '../document.ts'
import type { EditorChange, EditorOptions, Travelled } from '../editor-state.ts'
import { Editor } from '../editor.ts'
import type { Handle } from '../handles.ts'
import { handlesIn } from '../handles.ts'
import type { Overlay } from '../overlay.ts'
import { preferencesFrom, stepped, storedPreferences } from '../preferences.ts'
import type { StoredPreferences } from '../preferences.ts'
import type { DrawnArea, PlanAnswer, ShapePlan } from '../plan.ts'
import { carryOut } from '../plan.ts'
import { carryOutRework } from '../rework.ts'
import type { ReworkWish } from '../reworking.ts'
import { SearchTooLargeError } from '../search.ts'
import type { KeyInput, Modifiers, PointerInput } from '../tool.ts'
import type { ToolId } from '../tools.ts'

export const operations = await loadPolygonOperations()

/** How the hand points. */
type Held = Modifiers & Pick<PointerInput, 'pointerType'>

const none: Modifiers = { shift: false, alt: false, ctrl: false }

export function aCategory(id: number, name: string, role: Category['role'] = null): Category {
  return {
    id,
    name,
    supercategory: '',
    color: '#ff0000',
    keypointLabels: [],
    keypointEdges: [],
    keypointColors: [],
    role,
  }
}

/** An annotation of the haemorrhage category without area, overridden by `about`. */
export function anAnnotation(about: Partial<Annotation> = {}): Annotation {
  const bare = documentOf({ id: 1, width: 200, height: 100 }, [], [])
  return { ...emptyAnnotation(bare, { id: 'a', categoryId: 1 }), position: 1, ...about }
}

/** A polygon without holes from flat coordinates. */
export function aPolygon(...outer: number[]): Annotation['geometry'] {
  return [{ outer, holes: [] }]
}

/** An upright square. */
export function aSquare(x: number, y: number, side: number): Annotation['geometry'] {
  return aPolygon(x, y, x + side, y, x + side, y + side, x, y + side)
}

/** A worker that answers on demand. */
export function slowWorker(wand?: MagicWand): SlowWorker {
  const asked: Asked[] = []
  const ask = (plan: ShapePlan): Promise<PlanAnswer> => {
    const { promise, resolve, reject } = Promise.withResolvers<PlanAnswer>()
    const settled = () => promise.then(nothing, nothing)
    asked.push({
      plan,
      answer: () => (resolve(carryOut(plan, operations, pickedBy(wand, plan))), settled()),
      fail: () => (reject(new Error('The worker took too long')), settled()),
    })
    return promise
  }
  return { asked, ask }
}

function nothing(): void {}

/** A wand's answer to the search of a plan, if it is a wand search. Throws SearchTooLargeError. */
export function pickedBy(wand: MagicWand | undefined, { drawing }: ShapePlan): DrawnArea {
  if (drawing.kind !== 'wand' || wand === undefined) return { area: [] }
  const { at, passed = [], most = Infinity } = drawing
  const found = wand.pickAlong([...passed, at], drawing, most)
  if (found === null) throw new SearchTooLargeError('It is too large')
  return found
}

interface Asked {
  readonly plan: ShapePlan
  answer(this: void): Promise<void>
  fail(this: void): Promise<void>
}

export interface SlowWorker {
  readonly asked: readonly Asked[]
  ask(this: void, plan: ShapePlan): Promise<PlanAnswer>
}

/** A person at an image of 200 by 100 pixels, with the first annotation selected. */
export function draw(...annotations: Annotation[]): Driver {
  return new Driver(annotations).select(annotations[0]?.id ?? null)
}

/** Operates the editor; every action returns the driver, so that gestures read as sentences. */
export class Driver {
  readonly editor: Editor
  readonly changes: EditorChange[] = []
  readonly failures: unknown[] = []
  /** How often the user was told that a drawing added nothing. */
  toldOfNothing = 0
  /** How often the user was told that the annotation of a drawing is gone. */
  toldOfGone = 0
  #travelled: Travelled = { label: null, skipped: [] }

  constructor(annotations: readonly Annotation[], options: Partial<EditorOptions> = {}) {
    const image = { id: 1, width: 200, height: 100 }
    const categories = [aCategory(1, 'haemorrhage'), aCategory(2, 'drusen')]
    this.editor = new Editor({
      document: documentOf(image, categories, annotations),
      carryOut: (plan) => carryOut(plan, operations),
      carryOutRework: (rework) => carryOutRework(rework, operations),
      onReworkFailure: (error) => this.failures.push(error),
      onNothingReworked: () => (this.toldOfNothing += 1),
      newAnnotation: (document, categoryId) =>
        emptyAnnotation(document, { id: newId(document), categoryId }),
      onFailure: (error) => this.failures.push(error),
      onNothing: () => (this.toldOfNothing += 1),
      onAnnotationGone: () => (this.toldOfGone += 1),
      ...options,
    })
    this.editor.subscribe((change) => this.changes.push(change))
  }

  #do(action: () => void): this {
    action()
    return this
  }

  zoom(zoom: number): this {
    return this.#do(() => this.editor.setView({ zoom }))
  }

  tool(id: ToolId): this {
    return this.#do(() => this.editor.setTool(id))
  }

  select(id: AnnotationId | null): this {
    return this.#do(() => this.editor.select(id))
  }

  press(x: number, y: number, modifiers: Partial<Held> = {}): this {
    return this.#do(() => this.editor.pointerDown(pointerAt({ x, y }, modifiers)))
  }

  move(x: number, y: number, modifiers: Partial<Held> = {}): this {
    return this.#do(() => this.editor.pointerMove(pointerAt({ x, y }, modifiers)))
  }

  release(x: number, y: number, modifiers: Partial<Held> = {}): this {
    return this.#do(() => this.editor.pointerUp(pointerAt({ x, y }, modifiers)))
  }

  click(x: number, y: number, modifiers: Partial<Held> = {}): this {
    return this.move(x, y, modifiers).press(x, y, modifiers).release(x, y, modifiers)
  }

  doubleClick(x: number, y: number, modifiers: Partial<Held> = {}): this {
    this.click(x, y, modifiers).click(x, y, modifiers)
    return this.#do(() => this.editor.doubleClick(pointerAt({ x, y }, modifiers)))
  }

  /** Presses at the first point, moves through all others and lets go at the last. */
  drag(points: readonly (readonly [number, number])[], modifiers: Partial<Held> = {}): this {
    const [first, ...others] = points
    if (first === undefined) return this
    this.move(...first, modifiers).press(...first, modifiers)
    for (const point of others) this.move(...point, modifiers)
    return this.release(...(points.at(-1) ?? first), modifiers)
  }

  /** Works the selected annotations over; resolves when that is done. */
  rework(wish: ReworkWish): Promise<void> {
    return this.editor.rework(wish)
  }

  leave(): this {
    return this.#do(() => this.editor.pointerLeave())
  }

  /** Sets some preferences, in the form in which they are stored. */
  prefer(changes: StoredPreferences): this {
    const stored = storedPreferences(this.editor.state.preferences)
    const preferences = preferencesFrom({ ...stored, ...changes })
    return this.#do(() => this.editor.setView({ preferences }))
  }

  /** Presses the key that enlarges the active tool this many times; negative shrinks it. */
  enlarge(presses: number): this {
    const { preferences: before, tool } = this.editor.state
    const preferences = stepped(before, tool, presses) ?? before
    return this.#do(() => this.editor.setView({ preferences }))
  }

  hide(...ids: AnnotationId[]): this {
    return this.#do(() => this.editor.setView({ hidden: new Set(ids) }))
  }

  key(key: string, about: Partial<KeyInput> = {}): this {
    return this.#do(() => this.editor.keyDown({ ...none, repeat: false, ...about, key }))
  }

  undo(): this {
    return this.#do(() => {
      this.#travelled = this.editor.undo()
    })
  }

  redo(): this {
    return this.#do(() => {
      this.#travelled = this.editor.redo()
    })
  }

  /** A colleague's change: the annotation's current content, or null if it was deleted. */
  remotely(id: AnnotationId, annotation: Annotation | null): this {
    return this.#do(() => this.editor.adopt(new Map([[id, annotation]])))
  }

  get travelled(): Travelled {
    return this.#travelled
  }

  /** The active tool and its state, as 'polygon.drawing'. */
  get at(): string {
    const { tool } = this.editor.state
    return `${tool.id}.${tool.state.name}`
  }

  get selection(): AnnotationId | null {
    return this.editor.state.selection
  }

  get selected(): readonly AnnotationId[] {
    return this.editor.state.selected
  }

  /** Every annotation's segmentation by its id. */
  get segmentations(): Record<AnnotationId, Segmentation> {
    const { annotations } = this.editor.state.document
    return Object.fromEntries(
      Array.from(annotations, ([id, { geometry }]) => [id, toSegmentation(geometry)]),
    )
  }

  annotation(id: AnnotationId = 'a'): Annotation {
    const annotation = this.editor.state.document.annotations.get(id)
    if (annotation === undefined) throw new Error(`There is no annotation ${id}`)
    return annotation
  }

  segmentation(id: AnnotationId = 'a'): Segmentation {
    return toSegmentation(this.annotation(id).geometry)
  }

  area(id: AnnotationId = 'a'): number {
    return area(this.annotation(id).geometry)
  }

  /** The handles of the selected annotation. */
  get handles(): Handle[] {
    const everywhere = { x: 0, y: 0, width: Infinity, height: Infinity }
    return this.overlays('handles').flatMap(({ handles }) => handlesIn(handles, everywhere))
  }

  overlays<Kind extends Overlay['kind']>(kind: Kind): Extract<Overlay, { kind: Kind }>[] {
    return this.editor
      .display()
      .overlays.filter((item): item is Extract<Overlay, { kind: Kind }> => item.kind === kind)
  }
}

/** 'new', then 'new 2' and so on. */
function newId({ annotations }: AnnotationDocument): AnnotationId {
  const others = [...annotations.keys()].filter((id) => id.startsWith('new'))
  return others.length === 0 ? 'new' : `new ${others.length + 1}`
}

function pointerAt(at: Point, modifiers: Partial<Held>): PointerInput {
  return { ...none, at, pressure: 0.5, pointerType: 'mouse', ...modifiers }
}
