import { multiPolygonToRle } from '#coco/polygon-to-rle'
import type { CocoOrigin } from '#coco/document'
import { labelStudioOfMask } from './label-studio-runs.ts'
import type { ImageSize, LabelledAnnotation, LabelledImage } from './labelled-image.ts'

/** The names of the tags in the labelling configuration, by the type of their results. */
const labelStudioTags = {
  rectanglelabels: 'box',
  polygonlabels: 'polygon',
  brushlabels: 'mask',
  keypointlabels: 'point',
  choices: 'tags',
} as const

type ResultType = keyof typeof labelStudioTags

const origins: Readonly<Record<CocoOrigin['kind'], string>> = {
  manual: 'manual',
  semiautomatic: 'prediction-changed',
  automatic: 'prediction',
}

/** Width of a drawn point, in percent of the image. */
const pointWidth = 0.5

/**
 * A task of Label Studio with one annotation, and the number of annotations in it. Areas of one polygon without
 * holes are polygons, others masks; each keypoint is a result of its own, below one parent. Label Studio has no
 * open lines: annotations with lines alone are left out. Metadata are in `meta`, which Label Studio keeps.
 */
export function labelStudioTask(
  image: LabelledImage,
  id: number,
): { task: object; written: number } {
  const size = image.size ?? { width: 1, height: 1 }
  const lists = image.annotations.map((annotation, index) =>
    resultsOf(annotation, { size, id: String(index + 1) }),
  )
  const tags = image.labels.length > 0 ? [choicesOf(image.labels)] : []
  const result = [...lists.flat(), ...tags]
  const task = { id, data: { image: image.fileName }, annotations: [{ result }] }
  return { task, written: lists.filter((list) => list.length > 0).length }
}

function choicesOf(choices: readonly string[]): object {
  return {
    id: 'tags',
    type: 'choices',
    from_name: labelStudioTags.choices,
    to_name: 'image',
    value: { choices },
  }
}

interface Place {
  readonly size: ImageSize
  readonly id: string
}

function resultsOf(annotation: LabelledAnnotation, { size, id }: Place): object[] {
  const { label, metadata, origin, keypoints } = annotation
  const result = (type: ResultType, value: object, more: object): object => ({
    type,
    from_name: labelStudioTags[type],
    to_name: 'image',
    original_width: size.width,
    original_height: size.height,
    image_rotation: 0,
    origin: origins[origin],
    value: { ...value, [type]: [label] },
    ...more,
  })
  const area = areaValue(annotation.area, size)
  const meta = Object.keys(metadata).length > 0 ? { meta: metadata } : {}
  const points = keypoints
    .filter(({ visibility }) => visibility > 0)
    .map(({ name, x, y, visibility }) => {
      const value = { ...percent(x, y, size), width: pointWidth }
      const own = { ...metadata, keypoint: name, ...(visibility === 1 && { hidden: true }) }
      return result('keypointlabels', value, { id: `${id} ${name}`, parentID: id, meta: own })
    })
  return area === undefined ? points : [result(area.type, area.value, { id, ...meta }), ...points]
}

function areaValue(
  area: LabelledAnnotation['area'],
  size: ImageSize,
): { type: ResultType; value: object } | undefined {
  switch (area.kind) {
    case 'none':
      return undefined
    case 'box': {
      const { x, y, width, height } = area.box
      const extent = percent(width, height, size)
      const value = { ...percent(x, y, size), width: extent.x, height: extent.y, rotation: 0 }
      return { type: 'rectanglelabels', value }
    }
    case 'polygons': {
      const [only, ...others] = area.shape
      if (only === undefined) return undefined
      if (others.length > 0 || only.holes.length > 0) {
        return maskValue(multiPolygonToRle(area.shape, [size.height, size.width]))
      }
      const points = Array.from({ length: only.outer.length / 2 }, (_, index) => {
        const at = percent(only.outer[2 * index] ?? 0, only.outer[2 * index + 1] ?? 0, size)
        return [at.x, at.y]
      })
      return { type: 'polygonlabels', value: { points, closed: true } }
    }
    case 'mask':
      return maskValue(area.mask)
  }
}

function maskValue(mask: Parameters<typeof labelStudioOfMask>[0]) {
  return { type: 'brushlabels', value: { format: 'rle', rle: labelStudioOfMask(mask) } } as const
}

function percent(x: number, y: number, { width, height }: ImageSize): { x: number; y: number } {
  return { x: (100 * x) / width, y: (100 * y) / height }
}
