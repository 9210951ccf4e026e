import { fileNamesIn } from './label-studio-names.ts'
import { regionGeometries } from './label-studio-geometry.ts'
import { listOf, objectOf, objectsIn, textOf, textsIn, type Entry } from './label-studio-entries.ts'
import {
  DamagedAnnotation,
  type ImageSize,
  type LabelledAnnotation,
  type LabelledImage,
  type LabelledMetadata,
  type Loss,
} from './labelled-image.ts'

/** A task as read. */
export interface ReadTask {
  readonly image: LabelledImage
  /** Other names under which the image may be known, in the order to try them. */
  readonly otherNames: readonly string[]
}

type Lose = (kind: string, why: Loss['why']) => void

/** Answers about a region that become metadata, by type, with the key of their value. */
const answers: Readonly<Record<string, string>> = {
  choices: 'choices',
  textarea: 'text',
  rating: 'rating',
  number: 'number',
  datetime: 'datetime',
}

const origins: Readonly<Record<string, LabelledAnnotation['origin']>> = {
  prediction: 'automatic',
  'prediction-changed': 'semiautomatic',
}

/** Keys of `meta` that describe a point of an annotation rather than the annotation. */
const [pointKey, hiddenKey] = ['keypoint', 'hidden'] as const

/**
 * Reads a task of Label Studio's export, in the form JSON or JSON-MIN (labelstud.io, Label Studio Task Format).
 * Annotations that were not cancelled are read, or the predictions if there is none. Choices about the image
 * become its labels; answers about a region become metadata. Rotated rectangles and ellipses become polygons.
 * Undefined if the task names no image.
 */
export function readLabelStudioTask(
  task: Entry,
  onLoss: (loss: Loss) => void,
): ReadTask | undefined {
  const full = isMinimal(task) ? fullTask(task) : task
  const [fileName, ...otherNames] = fileNamesIn(objectOf(full['data']), full['file_upload'])
  const lose: Lose = (kind, why) => onLoss({ kind, why, fileName })
  if (fileName === undefined) {
    lose('task', 'unsupported')
    return undefined
  }
  const lists = resultsOf(full, lose)
  const read = lists.map((results) => readResults(results, lose))
  const image = {
    fileName,
    size: lists
      .flat()
      .map(sizeOf)
      .find((size) => size !== undefined),
    labels: [...new Set(read.flatMap(({ labels }) => labels))],
    annotations: read.flatMap(({ annotations }) => annotations),
  }
  return { image, otherNames }
}

/** JSON-MIN has the data of the task, and beside them the values by the names of their tags. */
function isMinimal(task: Entry): boolean {
  const own = ['data', 'annotations', 'completions', 'predictions']
  return !own.some((key) => Object.hasOwn(task, key))
}

function fullTask(task: Entry): Entry {
  const result = Object.entries(task).flatMap(([tag, values]) =>
    objectsIn(values).map((value) => ({
      from_name: tag,
      type: Object.keys(value).find((key) => key.endsWith('labels')) ?? tag,
      value,
      original_width: value['original_width'],
      original_height: value['original_height'],
    })),
  )
  return { data: task, annotations: [{ result }] }
}

/** The lists of results to take, each by one annotator or model. */
function resultsOf(task: Entry, lose: Lose): Entry[][] {
  const made = objectsIn(task['annotations'] ?? task['completions'])
  const kept = made.filter((each) => each['was_cancelled'] !== true && each['skipped'] !== true)
  for (const _ of made.slice(kept.length)) lose('cancelled annotation', 'unsupported')
  const predictions = objectsIn(task['predictions'])
  if (kept.length === 0) return predictions.map(predictedResults)
  for (const _ of predictions) lose('prediction beside an annotation', 'unsupported')
  return kept.map(({ result }) => objectsIn(result))
}

function predictedResults({ result, score, model_version: model }: Entry): Entry[] {
  const about = {
    ...(typeof model === 'string' && { model_version: model }),
    ...(typeof score === 'number' && { score }),
  }
  return objectsIn(result).map((entry) => {
    const meta = { ...objectOf(entry['meta']), ...about }
    return { ...entry, origin: 'prediction', meta }
  })
}

function readResults(results: readonly Entry[], lose: Lose) {
  const labels: string[] = []
  const shapes: ReadRegion[] = []
  // Results about one region have its id.
  const regions = Map.groupBy(results, (entry) => textOf(entry['id']) ?? entry)
  for (const entries of regions.values()) {
    const region = entries.find((entry) => geometryOf(entry) !== undefined)
    if (region === undefined) labels.push(...imageLabels(entries, lose))
    else shapes.push(...readRegion(region, entries, lose))
  }
  return { labels, annotations: joinPoints(shapes) }
}

function geometryOf(entry: Entry) {
  const type = (textOf(entry['type']) ?? '').toLowerCase().replace(/labels$/u, '')
  return Object.hasOwn(regionGeometries, type) ? regionGeometries[type] : undefined
}

function imageLabels(entries: readonly Entry[], lose: Lose): string[] {
  return entries.flatMap((entry) => {
    const type = textOf(entry['type']) ?? '?'
    if (type === 'choices') return textsIn(objectOf(entry['value'])['choices'])
    lose(type, 'unsupported')
    return []
  })
}

interface ReadRegion {
  readonly annotation: LabelledAnnotation
  /** Equal for the points of one annotation. */
  readonly pointsOf: string | undefined
}

function readRegion(region: Entry, entries: readonly Entry[], lose: Lose): ReadRegion[] {
  const type = textOf(region['type']) ?? '?'
  const turn = region['image_rotation']
  if (typeof turn === 'number' && turn % 360 !== 0) {
    lose(`${type} on a turned image`, 'unsupported')
    return []
  }
  const labels = new Set(entries.flatMap(regionLabels))
  if (labels.size === 0) {
    lose(`${type} without a label`, 'unsupported')
    return []
  }
  try {
    const size = sizeOf(region)
    const geometry =
      size === undefined ? undefined : geometryOf(region)?.(objectOf(region['value']), size)
    if (geometry === undefined) throw new DamagedAnnotation('size')
    const meta = objectOf(region['meta'])
    const name = textOf(meta[pointKey])
    const visibility = meta[hiddenKey] === true ? 1 : 2
    const shape =
      geometry.kind === 'area'
        ? { area: geometry.area, keypoints: [] }
        : {
            area: { kind: 'none' } as const,
            keypoints: [{ name: name ?? '1', x: geometry.x, y: geometry.y, visibility } as const],
          }
    return [...labels].map((label) => ({
      annotation: {
        label,
        lines: [],
        ...shape,
        metadata: metadataOf(meta, entries),
        origin: origins[textOf(region['origin']) ?? ''] ?? 'manual',
      },
      pointsOf: name === undefined ? undefined : JSON.stringify([label, region['parentID']]),
    }))
  } catch (error) {
    if (!(error instanceof DamagedAnnotation)) throw error
    lose(type, 'damaged')
    return []
  }
}

/** The points of one annotation, which are results of their own. */
function joinPoints(regions: readonly ReadRegion[]): LabelledAnnotation[] {
  const groups = Map.groupBy(regions, (region) => region.pointsOf ?? region)
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const more = others.flatMap(({ annotation }) => annotation.keypoints)
    const { annotation } = first
    return [{ ...annotation, keypoints: [...annotation.keypoints, ...more] }]
  })
}

function regionLabels(entry: Entry): string[] {
  const type = textOf(entry['type']) ?? ''
  if (!type.toLowerCase().endsWith('labels')) return []
  const value = objectOf(entry['value'])
  return textsIn(value[type] ?? value[type.toLowerCase()] ?? value['labels'])
}

function sizeOf(entry: Entry): ImageSize | undefined {
  const [width, height] = [entry['original_width'], entry['original_height']]
  const isSize = typeof width === 'number' && typeof height === 'number'
  return isSize && width > 0 && height > 0 ? { width, height } : undefined
}

function metadataOf(meta: Entry, entries: readonly Entry[]): LabelledMetadata {
  const { [pointKey]: _point, [hiddenKey]: _hidden, ...own } = meta
  const said = entries.flatMap((entry) => {
    const key = answers[textOf(entry['type']) ?? '']
    const value = key === undefined ? undefined : objectOf(entry['value'])[key]
    return value === undefined ? [] : [[textOf(entry['from_name']) ?? key, flat(value)] as const]
  })
  const kept = Object.entries(own).map(([key, value]) => [key, flat(value)] as const)
  return Object.fromEntries([...kept, ...said])
}

/** A list of texts as its lines. */
function flat(value: unknown): unknown {
  return Array.isArray(value) ? listOf(value).map(String).join('\n') : value
}
