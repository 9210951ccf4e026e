import type { Annotation, AnyRecord, ImageRecord } from './document.ts'
import { isAnnotation } from './document.ts'
import { sameFieldValue } from './fields.ts'
import type { MeasurementId } from './measurement.ts'
import { sameMeasurement } from './measurement.ts'
import { sameOrigin } from './origin.ts'
import { sameLines } from '#geometry/line'
import { sameShape } from '#geometry/polygon'

/**
 * The smallest part of a record that is compared, undone and merged separately: an aspect with one
 * value ('geometry'), an element of a set ('labels/7'), or a key of a map ('fields/grade').
 */
export type Cell = string

type CellKey = string | number

/** One of the things that a record says. */
interface Aspect<R> {
  /** The cells in which two states of a record differ, by their keys in the aspect. */
  differing(a: R, b: R): readonly CellKey[]
  /** The record with the cells that are wanted taken from another state of it. */
  taking(into: R, from: R, isWanted: (key: CellKey) => boolean): R
}

const nothing: readonly CellKey[] = []
/** The key of the only cell of an aspect with one value. */
const only: readonly CellKey[] = ['']

/** An aspect of properties that belong together: one cell. */
function value<R extends AnyRecord>(
  pick: (record: R) => Partial<R>,
  same: (a: R, b: R) => boolean,
): Aspect<R> {
  return {
    differing: (a, b) => (same(a, b) ? nothing : only),
    taking: (into, from) => ({ ...into, ...pick(from) }),
  }
}

/** An aspect with a cell for each key of a map. */
function mapOf<R extends AnyRecord, V>(
  get: (record: R) => Readonly<Record<string, V>>,
  put: (map: Readonly<Record<string, V>>) => Partial<R>,
  same: (a: V, b: V) => boolean,
): Aspect<R> {
  return {
    differing(one, other) {
      const [a, b] = [get(one), get(other)]
      if (a === b) return nothing
      const changed = Object.keys(a).filter((key) => {
        const [was, is] = [a[key], Object.hasOwn(b, key) ? b[key] : undefined]
        return was === undefined || is === undefined || !same(was, is)
      })
      const added = Object.keys(b).filter((key) => !Object.hasOwn(a, key))
      return added.length === 0 ? changed : [...changed, ...added]
    },
    taking(into, from, isWanted) {
      const kept = Object.entries(get(into)).filter(([key]) => !isWanted(key))
      const taken = Object.entries(get(from)).filter(([key]) => isWanted(key))
      return { ...into, ...put(Object.fromEntries([...kept, ...taken])) }
    },
  }
}

/** An aspect with a cell for each number that a set has or has not. */
function setOf<R extends AnyRecord>(
  get: (record: R) => readonly number[],
  put: (set: readonly number[]) => Partial<R>,
): Aspect<R> {
  return {
    differing(one, other) {
      const [a, b] = [get(one), get(other)]
      if (a === b) return nothing
      return [...a.filter((element) => !b.includes(element)), ...b.filter((e) => !a.includes(e))]
    },
    taking(into, from, isWanted) {
      const kept = get(into).filter((element) => !isWanted(element))
      const taken = get(from).filter(isWanted)
      return { ...into, ...put([...kept, ...taken].toSorted((a, b) => a - b)) }
    },
  }
}

/** The parts of an annotation that people edit, each saved as a whole. */
export type AnnotationAspect =
  | 'categoryId'
  | 'geometry'
  | 'keypoints'
  | 'color'
  | 'metadata'
  | 'fields'
  | 'position'

/** Lines and origin go with the geometry, so that undo restores them together. */
const annotationAspects: Readonly<Record<AnnotationAspect, Aspect<Annotation>>> = {
  categoryId: value<Annotation>(
    ({ categoryId }) => ({ categoryId }),
    (a, b) => a.categoryId === b.categoryId,
  ),
  geometry: value<Annotation>(
    ({ geometry, lines, isBox, origin }) => ({ geometry, lines, isBox, origin }),
    (a, b) =>
      a.isBox === b.isBox &&
      sameOrigin(a.origin, b.origin) &&
      sameLines(a.lines, b.lines) &&
      sameShape(a.geometry, b.geometry),
  ),
  keypoints: value<Annotation>(
    ({ keypoints }) => ({ keypoints }),
    (a, b) => sameNumbers(a.keypoints, b.keypoints),
  ),
  color: value<Annotation>(
    ({ color }) => ({ color }),
    (a, b) => a.color === b.color,
  ),
  metadata: mapOf(
    (annotation: Annotation) => annotation.metadata,
    (metadata) => ({ metadata }),
    Object.is,
  ),
  fields: mapOf(
    (annotation: Annotation) => annotation.fields,
    (fields) => ({ fields }),
    sameFieldValue,
  ),
  position: value<Annotation>(
    ({ position }) => ({ position }),
    (a, b) => a.position === b.position,
  ),
}

const imageAspects = {
  labels: setOf(
    (image: ImageRecord) => image.labels,
    (labels) => ({ labels }),
  ),
  fields: mapOf(
    (image: ImageRecord) => image.fields,
    (fields) => ({ fields }),
    sameFieldValue,
  ),
  measurements: mapOf(
    (image: ImageRecord) => image.measurements,
    (measurements) => ({ measurements }),
    sameMeasurement,
  ),
}

interface RecordKind<R> {
  readonly aspects: readonly (readonly [name: string, aspect: Aspect<R>])[]
  /**
   * Whether changes of two people to different cells of one record go together. An annotation is
   * judged as a whole: an outline was drawn in view of the category that it had.
   */
  readonly merges: boolean
}

const annotationKind: RecordKind<Annotation> = {
  aspects: Object.entries(annotationAspects),
  merges: false,
}
const imageKind: RecordKind<ImageRecord> = { aspects: Object.entries(imageAspects), merges: true }

/** Two states of one record are of one kind, since they have one id. */
function kindOf(record: AnyRecord): RecordKind<AnyRecord> {
  return isAnnotation(record) ? annotationKind : imageKind
}

function sameNumbers(a: readonly number[], b: readonly number[]): boolean {
  return a === b || (a.length === b.length && a.every((number, i) => number === b[i]))
}

function cellOf(aspect: string, key: CellKey): Cell {
  return key === '' ? aspect : `${aspect}/${key}`
}

/** The cells in which two states of a record differ. */
export function changedCells(a: AnyRecord, b: AnyRecord): Cell[] {
  if (a === b) return []
  return kindOf(a).aspects.flatMap(([name, aspect]) =>
    aspect.differing(a, b).map((key) => cellOf(name, key)),
  )
}

/** The aspects in which two annotations differ. */
export function changedAspects(a: Annotation, b: Annotation): AnnotationAspect[] {
  return a === b
    ? []
    : allAspects.filter((name) => annotationAspects[name].differing(a, b).length > 0)
}

const allAspects = Object.keys(annotationAspects) as readonly AnnotationAspect[]

const fieldPrefix = 'fields/'

/** The key of the field that a cell holds; null for other cells. */
export function fieldOf(cell: Cell): string | null {
  return cell.startsWith(fieldPrefix) ? cell.slice(fieldPrefix.length) : null
}

const measurementPrefix = 'measurements/'

/** The id of the measurement that a cell holds; null for other cells. */
export function measurementIn(cell: Cell): MeasurementId | null {
  return cell.startsWith(measurementPrefix) ? cell.slice(measurementPrefix.length) : null
}

/** A record with some of its cells taken from another state of it. */
export function withCells<R extends AnyRecord>(into: R, cells: readonly Cell[], from: R): R
export function withCells(into: AnyRecord, cells: readonly Cell[], from: AnyRecord): AnyRecord {
  if (cells.length === 0) return into
  const wanted = new Set(cells)
  return kindOf(into).aspects.reduce((record, [name, aspect]) => {
    const isWanted = (key: CellKey) => wanted.has(cellOf(name, key))
    return aspect.differing(record, from).some(isWanted)
      ? aspect.taking(record, from, isWanted)
      : record
  }, into)
}

/** True if two records have the same content, regardless of their ids. */
export function sameContent(a: AnyRecord, b: AnyRecord): boolean {
  return a === b || kindOf(a).aspects.every(([, aspect]) => aspect.differing(a, b).length === 0)
}

/** True if two states of a record differ in nothing. */
export function isTheSame(a: AnyRecord, b: AnyRecord): boolean {
  if (!sameContent(a, b)) return false
  if (!isAnnotation(a) || !isAnnotation(b)) return true
  return a.creator === b.creator
}

/** True if changes of two people to different cells of this record go together. */
export function mergesByCell(record: AnyRecord): boolean {
  return kindOf(record).merges
}

/** Two states of a record that both go back to a third. */
export interface Fork {
  readonly base: AnyRecord
  readonly mine: AnyRecord
  readonly theirs: AnyRecord
}

/** The cells that both have changed, each otherwise. */
export function conflictsIn({ base, mine, theirs }: Fork): Cell[] {
  const theirChanges = new Set(changedCells(base, theirs))
  const differences = new Set(changedCells(mine, theirs))
  return changedCells(base, mine).filter((cell) => theirChanges.has(cell) && differences.has(cell))
}

/** Both sides' changes in one record; in a conflict, my cell wins. */
export function merge({ base, mine, theirs }: Fork): AnyRecord {
  const myChanges = new Set(changedCells(base, mine))
  const theirChanges = changedCells(base, theirs).filter((cell) => !myChanges.has(cell))
  return withCells(mine, theirChanges, theirs)
}
