import type { CocoOrigin } from '#coco/document'
import { multiPolygonToRle } from '#coco/polygon-to-rle'
import type { Ring } from '#geometry/polygon'
import { boxedRunsOfMask } from './masks.ts'
import type { ImageSize, LabelledAnnotation, LabelledImage, NamedPoint } from './labelled-image.ts'
import { escapeXml } from './xml.ts'

/** A file in the form "CVAT for images 1.1", before and after its images. */
export interface CvatFrame {
  readonly name: string
  /** Number of images. */
  readonly size: number
  readonly labels: readonly {
    readonly name: string
    readonly color: string
    /** Names of the points of its skeleton. */
    readonly keypoints: readonly string[]
  }[]
}

const sources: Readonly<Record<CocoOrigin['kind'], string>> = {
  manual: 'manual',
  semiautomatic: 'semi-auto',
  automatic: 'auto',
}

export function cvatStart({ name, size, labels }: CvatFrame): string {
  const task = [
    leaf('name', name),
    leaf('size', String(size)),
    leaf('mode', 'annotation'),
    `<labels>\n${labels.map(labelElements).join('')}</labels>\n`,
  ]
  return (
    '<?xml version="1.0" encoding="utf-8"?>\n<annotations>\n<version>1.1</version>\n' +
    `<meta>\n<task>\n${task.join('')}</task>\n</meta>\n`
  )
}

export const cvatEnd = '</annotations>\n'

function labelElements({ name, color, keypoints }: CvatFrame['labels'][number]): string {
  const type = keypoints.length > 0 ? 'skeleton' : 'any'
  const label = `<label>\n${leaf('name', name)}${leaf('color', color)}${leaf('type', type)}</label>\n`
  const points = keypoints.map(
    (point) =>
      `<label>\n${leaf('name', point)}${leaf('type', 'points')}${leaf('parent', name)}</label>\n`,
  )
  return label + points.join('')
}

/**
 * The element of an image, and the number of its annotations in it. Areas of several polygons are shapes of one
 * group, areas with holes masks, lines polylines, and keypoints the points of a skeleton. Coordinates have two
 * decimals, as in CVAT's own files.
 * @param index counted from 0
 */
export function cvatImage(image: LabelledImage, index: number): { text: string; written: number } {
  const size = image.size ?? { width: 0, height: 0 }
  let text = ''
  let written = 0
  for (const [number, annotation] of image.annotations.entries()) {
    const shapes = shapesOf(annotation, size)
    if (shapes.length === 0) continue
    written++
    const group = shapes.length > 1 ? number + 1 : 0
    for (const shape of shapes) text += shapeElement(shape, annotation, group)
  }
  for (const label of image.labels) text += element('tag', { label, source: 'manual' }, '')
  const own = { id: String(index), name: image.fileName, ...asTexts({ ...size }) }
  return { text: element('image', own, text), written }
}

interface Shape {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  /** The elements in it before those of the attributes. */
  readonly content?: string
}

function shapesOf({ area, lines, keypoints }: LabelledAnnotation, size: ImageSize): Shape[] {
  return [
    ...areaShapes(area, size),
    ...lines.map((line) => ({ name: 'polyline', attributes: { points: pointsText(line) } })),
    ...(keypoints.length > 0 ? [skeletonOf(keypoints)] : []),
  ]
}

function areaShapes(area: LabelledAnnotation['area'], { width, height }: ImageSize): Shape[] {
  switch (area.kind) {
    case 'none':
      return []
    case 'box': {
      const { box } = area
      const corners = { xtl: box.x, ytl: box.y, xbr: box.x + box.width, ybr: box.y + box.height }
      return [{ name: 'box', attributes: asTexts(corners, 2) }]
    }
    case 'polygons': {
      const hasHoles = area.shape.some(({ holes }) => holes.length > 0)
      if (hasHoles) return maskShapes(multiPolygonToRle(area.shape, [height, width]))
      return area.shape.map(({ outer }) => ({
        name: 'polygon',
        attributes: { points: pointsText(outer) },
      }))
    }
    case 'mask':
      return maskShapes(area.mask)
  }
}

function maskShapes(mask: Parameters<typeof boxedRunsOfMask>[0]): Shape[] {
  const runs = boxedRunsOfMask(mask)
  if (runs === undefined) return []
  const { x, y, width, height } = runs.box
  const place = asTexts({ left: x, top: y, width, height })
  return [{ name: 'mask', attributes: { rle: runs.counts.join(', '), ...place } }]
}

function skeletonOf(points: readonly NamedPoint[]): Shape {
  const content = points.map(({ name, x, y, visibility }) =>
    element(
      'points',
      {
        label: name,
        source: 'manual',
        occluded: visibility === 1 ? '1' : '0',
        outside: visibility === 0 ? '1' : '0',
        points: pointsText([x, y]),
      },
      '',
    ),
  )
  return { name: 'skeleton', attributes: {}, content: content.join('') }
}

function shapeElement(
  { name, attributes, content = '' }: Shape,
  { label, metadata, origin }: LabelledAnnotation,
  group: number,
): string {
  const { occluded, ...others } = metadata
  const isOccluded = occluded === true
  const notes = Object.entries(isOccluded ? others : metadata).map(([key, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return `<attribute name="${escapeXml(key)}">${escapeXml(text)}</attribute>\n`
  })
  return element(
    name,
    {
      label,
      source: sources[origin],
      occluded: isOccluded ? '1' : '0',
      ...attributes,
      z_order: '0',
      ...(group > 0 && { group_id: String(group) }),
    },
    content + notes.join(''),
  )
}

function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  content: string,
): string {
  const all = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  return `<${name}${all.join('')}>\n${content}</${name}>\n`
}

function leaf(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>\n`
}

function pointsText(flat: Ring): string {
  const points: string[] = []
  for (let index = 0; index + 1 < flat.length; index += 2) {
    points.push(`${(flat[index] ?? 0).toFixed(2)},${(flat[index + 1] ?? 0).toFixed(2)}`)
  }
  return points.join(';')
}

function asTexts(
  numbers: Readonly<Record<string, number>>,
  digits = 0,
): Readonly<Record<string, string>> {
  const texts = Object.entries(numbers).map(([key, value]) => [key, value.toFixed(digits)])
  return Object.fromEntries(texts) as Record<string, string>
}
