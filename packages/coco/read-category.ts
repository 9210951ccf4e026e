import {
  CocoEntryError,
  colorOf,
  fieldsOf,
  idOf,
  metadataOf,
  nameOf,
  textOf,
  type MetadataValue,
} from './entry.ts'

/** The supported content of a COCO category. */
export interface ReadCategory {
  readonly id: number
  readonly name: string
  readonly supercategory: string
  readonly color: string | undefined
  readonly metadata: Readonly<Record<string, MetadataValue>>
  readonly keypoints: readonly string[]
  /** Pairs of labels, counted from 1; pairs that do not join two labels are skipped. */
  readonly skeleton: readonly (readonly [from: number, to: number])[]
  /** One for each label, or none. */
  readonly keypointColors: readonly string[]
  /** The structure that the category stands for, if stated. */
  readonly role: string | undefined
}

const mostKeypoints = 200
const mostEdges = 2000

/** Reads a COCO category. Throws CocoEntryError on unusable content. */
export function readCocoCategory(entry: unknown): ReadCategory {
  const fields = fieldsOf(entry, 'category')
  const { supercategory } = fields
  const isInSupercategory = typeof supercategory === 'string' && supercategory.trim() !== ''
  const keypoints = labelsOf(fields['keypoints'])
  return {
    id: idOf(fields['id'], 'id'),
    name: nameOf(fields['name'], 'name'),
    supercategory: isInSupercategory ? nameOf(supercategory, 'supercategory') : '',
    color: colorOf(fields['color']),
    metadata: metadataOf(fields['metadata']),
    keypoints,
    skeleton: edgesOf(fields['skeleton'], keypoints.length),
    keypointColors: keypointColorsOf(fields['keypoint_colors'], keypoints.length),
    role: textOf(fields['role']),
  }
}

function labelsOf(value: unknown): readonly string[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || value.length > mostKeypoints) {
    throw new CocoEntryError({ kind: 'labels', most: mostKeypoints })
  }
  const labels = value.map((label) => nameOf(label, 'keypoint'))
  if (new Set(labels).size === labels.length) return labels
  throw new CocoEntryError({ kind: 'label_twice' })
}

/** The lines between keypoints are only drawn: a broken one is left out, not the file. */
function edgesOf(value: unknown, labels: number): ReadCategory['skeleton'] {
  const edges: unknown[] = Array.isArray(value) ? value.slice(0, mostEdges) : []
  return edges.flatMap((edge) => {
    const [from, to] = Array.isArray(edge) && edge.length === 2 ? (edge as unknown[]) : []
    return isLabel(from, labels) && isLabel(to, labels) && from !== to ? [[from, to] as const] : []
  })
}

function isLabel(value: unknown, labels: number): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= labels
}

function keypointColorsOf(value: unknown, labels: number): readonly string[] {
  const colors = Array.isArray(value) ? value.map(colorOf) : []
  const known = colors.filter((color) => color !== undefined)
  return known.length === labels && colors.length === labels ? known : []
}
