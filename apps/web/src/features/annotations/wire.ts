import type { Annotation, AnnotationId, Category, ImageRecord } from '#annotation/document'
import { imageRecordId } from '#annotation/document'
import type { Origin } from '#annotation/origin'
import type { FieldValue, FieldValues } from '#annotation/fields'
import type { Measurement, MeasurementId, Measurements } from '#annotation/measurement'
import { type AnnotationAspect, changedCells, fieldOf, measurementIn } from '#annotation/records'
import type { AnnotationState, ImageState, SaveLedger } from '#annotation/save'
import type * as wire from '#contract/annotations'
import type { Category as WireCategory } from '#contract/categories'
import type { FieldValue as WireValue } from '#contract/fields/value'
import type { Measurement as WireMeasurement } from '#contract/measurements'
import { parseSegmentation, toSegmentation } from '#geometry/segmentation'

import type { CallOutput } from '../../api/call.ts'

/** The editor's id of an annotation that was read from the server. */
export function idOnServer(serverId: number): AnnotationId {
  return `server-${serverId}`
}

/** The server's state of an annotation. */
export function serverStateOf(annotation: wire.Annotation): AnnotationState {
  return {
    serverId: annotation.id,
    revision: annotation.revision,
    ...(annotation.updated_by !== '' && { changedBy: annotation.updated_by }),
    content: {
      id: idOnServer(annotation.id),
      categoryId: annotation.category_id,
      geometry: parseSegmentation(annotation.segmentation),
      lines: annotation.lines,
      keypoints: annotation.keypoints,
      isBox: annotation.isbbox,
      origin: annotation.origin,
      color: annotation.color,
      metadata: annotation.metadata,
      fields: annotation.fields,
      creator: annotation.creator === '' ? null : annotation.creator,
      position: annotation.position,
    },
  }
}

/** The server's state of an image. */
export interface Read {
  readonly annotations: readonly AnnotationState[]
  readonly image: ImageState
}

type AnnotatorData = CallOutput<typeof wire.getAnnotatorData>

/** A reading of an image, and what is known better than from it. */
type Reading = Pick<AnnotatorData, 'image' | 'categories'> & { readonly known?: Read }

const readBefore = new WeakMap<Reading, Read>()

/** The states in a reading, worked out once: outlines of many vertices take time. */
export function readFrom(reading: Reading): Read {
  const { known, image, categories } = reading
  if (known !== undefined) return known
  const read = readBefore.get(reading) ?? {
    annotations: categories.flatMap(({ annotations }) => annotations).map(serverStateOf),
    image: imageStateOf(image),
  }
  readBefore.set(reading, read)
  return read
}

/** The server's state of an image as a ledger knows it, under the ids of a new reading. */
export function knownIn({ entries }: SaveLedger): Read {
  const states = [...entries.values()].flatMap(({ server }) => server ?? [])
  return {
    annotations: states.flatMap((state) => {
      if (state.serverId === null) return []
      return [{ ...state, content: { ...state.content, id: idOnServer(state.serverId) } }]
    }),
    image: states.find((state) => state.serverId === null) ?? imageStateOf(noNotes),
  }
}

const noNotes = { category_ids: [], fields: {}, measurements: {} }

/** The record of the image in the form of the wire. */
type WireImage = Pick<AnnotatorData['image'], 'category_ids' | 'fields' | 'measurements'>

export function imageStateOf({ category_ids: ids, fields, measurements }: WireImage): ImageState {
  const labels = ids.toSorted((a, b) => a - b)
  const content = { id: imageRecordId, labels, fields, measurements } as const
  return { serverId: null, revision: null, content }
}

type WireFields = Record<string, WireValue>

interface WireImageChanges {
  added_category_ids: number[]
  removed_category_ids: number[]
  fields: Record<string, { from: WireValue | null; to: WireValue | null }>
  measurements: Record<string, WireMeasurement | null>
  measurements_from: Record<string, WireMeasurement | null>
}

/** The changes that lead from one state of the image's record to another, in the form of the wire. */
export function imageChangesOf(base: ImageRecord, content: ImageRecord): WireImageChanges {
  const cells = changedCells(base, content)
  const keys = cells.flatMap((cell) => fieldOf(cell) ?? [])
  const measured = cells.flatMap((cell) => measurementIn(cell) ?? [])
  const [from, to] = [wireFieldsOf(base.fields), wireFieldsOf(content.fields)]
  return {
    added_category_ids: content.labels.filter((label) => !base.labels.includes(label)),
    removed_category_ids: base.labels.filter((label) => !content.labels.includes(label)),
    fields: Object.fromEntries(
      keys.map((key) => [key, { from: from[key] ?? null, to: to[key] ?? null }]),
    ),
    measurements: wireMeasurementsNamed(measured, content),
    measurements_from: wireMeasurementsNamed(measured, base),
  }
}

/** Some measurements in the form of the wire, null for those that there are not. */
function wireMeasurementsNamed(
  ids: readonly MeasurementId[],
  { measurements }: ImageRecord,
): Record<string, WireMeasurement | null> {
  return Object.fromEntries(ids.map((id) => [id, wireMeasurementOf(measurements[id])]))
}

/** Measurements in the form of the wire. */
export function wireMeasurementsOf(measurements: Measurements): Record<string, WireMeasurement> {
  return Object.fromEntries(
    Object.entries(measurements).map(([id, { kind, points }]) => [
      id,
      { kind, points: [...points] },
    ]),
  )
}

function wireMeasurementOf(measurement: Measurement | undefined): WireMeasurement | null {
  if (measurement === undefined) return null
  return { kind: measurement.kind, points: [...measurement.points] }
}

/** Field values in the form of the wire. */
export function wireFieldsOf(fields: FieldValues): WireFields {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, wireValueOf(value)]))
}

function wireValueOf(value: FieldValue): WireValue {
  return typeof value === 'object' && !('cannotTell' in value) ? [...value] : value
}

export function categoryOf(category: WireCategory): Category {
  return {
    id: category.id,
    name: category.name,
    supercategory: category.supercategory,
    color: category.color,
    keypointLabels: category.keypoint_labels,
    keypointEdges: category.keypoint_edges,
    keypointColors: category.keypoint_colors,
    role: category.role,
  }
}

/** Content of a request that saves an annotation. */
export interface WireContent {
  category_id: number
  segmentation: wire.Segmentation
  lines: number[][]
  isbbox: boolean
  origin: wire.Origin
  keypoints: number[]
  color: string | null
  metadata: Record<string, string | number | boolean | null>
  fields: WireFields
  position: number
}

function originOf({ kind, algorithms }: Origin): wire.Origin {
  return { kind, algorithms: [...algorithms] }
}

const aspects = {
  categoryId: ({ categoryId }) => ({ category_id: categoryId }),
  geometry: ({ geometry, lines, isBox, origin }) => ({
    segmentation: toSegmentation(geometry),
    lines: lines.map((line) => [...line]),
    isbbox: isBox,
    origin: originOf(origin),
  }),
  // With the origin; otherwise the server would assume that a person has changed the drawing.
  keypoints: ({ keypoints, origin }) => ({
    keypoints: [...keypoints],
    origin: originOf(origin),
  }),
  color: ({ color }) => ({ color }),
  metadata: ({ metadata }) => ({ metadata: { ...metadata } }),
  fields: ({ fields: values }) => ({ fields: wireFieldsOf(values) }),
  position: ({ position }) => ({ position }),
} as const satisfies Record<AnnotationAspect, (annotation: Annotation) => Partial<WireContent>>

/** Some aspects of an annotation in the form of the wire. */
export function contentOf(
  annotation: Annotation,
  changed: readonly AnnotationAspect[],
): Partial<WireContent> {
  return Object.assign({}, ...changed.map((aspect) => aspects[aspect](annotation)))
}

/** All aspects, as for a new annotation, whose place depends on where it is created. */
export function wholeContentOf(annotation: Annotation): Omit<WireContent, 'position'> {
  return {
    ...aspects.categoryId(annotation),
    ...aspects.geometry(annotation),
    ...aspects.keypoints(annotation),
    ...aspects.color(annotation),
    ...aspects.metadata(annotation),
    ...aspects.fields(annotation),
  }
}
