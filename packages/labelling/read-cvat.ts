import type { CocoOrigin } from '#coco/document'
import { cvatShapes, skeletonPoint } from './cvat-shapes.ts'
import { joinGroups, type GroupedAnnotation } from './groups.ts'
import {
  DamagedAnnotation,
  type ImageSize,
  type LabelledImage,
  type LabelledMetadata,
  type Loss,
} from './labelled-image.ts'
import { readXml, XmlError, type XmlAttributes, type XmlReader } from './xml.ts'

/** A label of the file's task or project. */
export interface CvatLabel {
  readonly name: string
  readonly color: string | undefined
}

interface Handlers {
  readonly onImage: (image: LabelledImage) => void
  readonly onLabel: (label: CvatLabel) => void
  readonly onLoss: (loss: Loss) => void
}

interface OpenImage {
  readonly fileName: string
  readonly size: ImageSize
  readonly labels: string[]
  readonly shapes: GroupedAnnotation[]
}

/** An element of an image, with the elements in it. */
interface OpenItem {
  readonly kind: string
  readonly attributes: XmlAttributes
  readonly notes: [name: string, value: string][]
  /** Attributes of a skeleton's points. */
  readonly points: XmlAttributes[]
}

const origins: Readonly<Record<string, CocoOrigin['kind']>> = {
  auto: 'automatic',
  'semi-auto': 'semiautomatic',
}

/** Depths of elements: `annotations` is at 1. */
const depth = { image: 2, item: 3, inItem: 4 } as const

/**
 * Streams the images of a file in the form "CVAT for images 1.1" (docs.cvat.ai, XML annotation format). Shapes
 * that share a group and a label become one annotation if they can. Rotated boxes and ellipses become
 * polygons; attributes, and the note that a shape is occluded, become metadata. Cuboids, tracks of videos and
 * unknown elements are lost. Throws XmlError, also if the root is not `annotations`.
 */
export function readCvat({ onImage, onLabel, onLoss }: Handlers): XmlReader {
  const path: string[] = []
  let image: OpenImage | undefined
  let item: OpenItem | undefined
  let label: Map<string, string> | undefined
  let text = ''

  const lose = (kind: string, why: Loss['why']): void =>
    onLoss({ kind, why, fileName: image?.fileName })

  const closeItem = (open: OpenImage, { kind, attributes, notes, points }: OpenItem): void => {
    const name = attributes.get('label')
    if (kind === 'tag' && name !== undefined) {
      open.labels.push(name)
      if (notes.length > 0) lose('tag attribute', 'unsupported')
      return
    }
    const read = Object.hasOwn(cvatShapes, kind) ? cvatShapes[kind] : undefined
    if (read === undefined) return lose(kind, 'unsupported')
    try {
      if (name === undefined) throw new DamagedAnnotation('label')
      const annotation = {
        label: name,
        area: { kind: 'none' } as const,
        lines: [],
        keypoints: points.map(skeletonPoint),
        ...read(attributes, open.size),
        metadata: metadataOf(attributes, notes),
        origin: origins[attributes.get('source') ?? ''] ?? 'manual',
      }
      open.shapes.push({ annotation, group: Number(attributes.get('group_id') ?? 0) })
    } catch (error) {
      if (!(error instanceof DamagedAnnotation)) throw error
      lose(kind, 'damaged')
    }
  }

  const onOpen = (name: string, attributes: XmlAttributes): void => {
    if (path.length === 0 && name !== 'annotations') throw new XmlError('malformed')
    path.push(name)
    text = ''
    if (path.length === depth.image && name === 'image') image = openImage(attributes)
    else if (path.length === depth.image && name === 'track') lose(name, 'unsupported')
    else if (image === undefined) {
      if (name === 'label' && path[1] === 'meta') label = new Map()
    } else if (path.length === depth.item) {
      item = { kind: name, attributes, notes: [], points: [] }
    } else if (path.length === depth.inItem && name === 'points') item?.points.push(attributes)
    else if (path.length === depth.inItem && name === 'attribute') {
      item?.notes.push([attributes.get('name') ?? '', ''])
    }
  }

  const onClose = (name: string): void => {
    if (image !== undefined && path.length === depth.image) {
      const { shapes, ...rest } = image
      onImage({ ...rest, annotations: joinGroups(shapes) })
      image = undefined
    } else if (image !== undefined && item !== undefined && path.length === depth.item) {
      closeItem(image, item)
      item = undefined
    } else if (name === 'attribute' && path.length === depth.inItem) {
      const note = item?.notes.at(-1)
      if (note !== undefined) note[1] = text
    } else if (label !== undefined && name === 'label') {
      const named = label.get('name')
      // The points of a skeleton are labels with a parent.
      if (named !== undefined && !label.has('parent')) {
        onLabel({ name: named, color: label.get('color') })
      }
      label = undefined
    } else if (path.at(-2) === 'label') label?.set(name, text.trim())
    path.pop()
    text = ''
  }

  return readXml({
    onOpen,
    onClose,
    onText(piece) {
      text += piece
    },
  })
}

function openImage(attributes: XmlAttributes): OpenImage {
  const size = {
    width: Number(attributes.get('width')),
    height: Number(attributes.get('height')),
  }
  return { fileName: attributes.get('name') ?? '', size, labels: [], shapes: [] }
}

function metadataOf(
  attributes: XmlAttributes,
  notes: readonly (readonly [name: string, value: string])[],
): LabelledMetadata {
  const isOccluded = attributes.get('occluded') === '1'
  return { ...Object.fromEntries(notes), ...(isOccluded && { occluded: true }) }
}
