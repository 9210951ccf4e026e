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

  const openImage = (attributes: XmlAttributes): void => {
    const size = {
      width: Number(attributes.get('width')),
      height: Number(attributes.get('height')),
    }
    image = { fileName: attributes.get('name') ?? '', size, labels: [], shapes: [] }
  }

  const openInItem = (
    { points, notes }: OpenItem,
    name: string,
    attributes: XmlAttributes,
  ): void => {
    if (name === 'points') points.push(attributes)
    if (name === 'attribute') notes.push([attributes.get('name') ?? '', ''])
  }

  const onOpen = (name: string, attributes: XmlAttributes): void => {
    if (path.length === 0 && name !== 'annotations') throw new XmlError('malformed')
    path.push(name)
    text = ''
    const place = path.length
    if (place === depth.image && name === 'image') openImage(attributes)
    else if (place === depth.image && name === 'track') lose(name, 'unsupported')
    else if (image === undefined) label = name === 'label' ? new Map() : label
    else if (place === depth.item) item = { kind: name, attributes, notes: [], points: [] }
    else if (place === depth.inItem && item !== undefined) openInItem(item, name, attributes)
  }

  /** Closes an element of an image, or the image. */
  const closeInImage = (open: OpenImage, name: string): void => {
    const { shapes, ...rest } = open
    const note = item?.notes.at(-1)
    if (path.length === depth.image) {
      onImage({ ...rest, annotations: joinGroups(shapes) })
      image = undefined
    } else if (path.length === depth.item && item !== undefined) {
      closeItem(open, item)
      item = undefined
    } else if (path.length === depth.inItem && name === 'attribute' && note !== undefined) {
      note[1] = text
    }
  }

  /** Closes a label of the task, or what is said about it. */
  const closeInLabel = (open: Map<string, string>, name: string): void => {
    if (name !== 'label') {
      if (path.at(-2) === 'label') open.set(name, text.trim())
      return
    }
    const named = open.get('name')
    // The points of a skeleton are labels with a parent.
    if (named !== undefined && !open.has('parent')) {
      onLabel({ name: named, color: open.get('color') })
    }
    label = undefined
  }

  return readXml({
    onOpen,
    onText(piece) {
      text += piece
    },
    onClose(name) {
      if (image !== undefined) closeInImage(image, name)
      else if (label !== undefined) closeInLabel(label, name)
      path.pop()
      text = ''
    },
  })
}

function metadataOf(
  attributes: XmlAttributes,
  notes: readonly (readonly [name: string, value: string])[],
): LabelledMetadata {
  const isOccluded = attributes.get('occluded') === '1'
  return { ...Object.fromEntries(notes), ...(isOccluded && { occluded: true }) }
}
