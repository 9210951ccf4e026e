import { area } from '#geometry/polygon'

import type { AnnotationDocument, Category } from './document.ts'
import { areaText, type Scale, scaleOf, type Unit, unitsOf } from './scale.ts'

/** The area of a category on two images that are seen beside each other. */
export interface AreaBeside {
  readonly category: Pick<Category, 'name' | 'color'>
  readonly here: string
  readonly there: string
  /** The area here less the one there, with its sign. */
  readonly difference: string
}

/**
 * The areas of the categories that are outlined on at least one of two images, by name: the images may be
 * of different datasets. In micrometres or disc diameters if both images know them, else in pixels of each.
 */
export function areasBeside(here: AnnotationDocument, there: AnnotationDocument): AreaBeside[] {
  const [a, b] = [areasOf(here), areasOf(there)]
  const [own, other] = [scaleOf(here), scaleOf(there)]
  const unit = commonUnit(own, other)
  const ratio = (sizeOf(own, unit) / sizeOf(other, unit)) ** 2
  return [...new Map([...b, ...a]).values()].map(({ category }) => {
    const [ours, theirs] = [a, b].map((areas) => areas.get(category.name)?.area ?? 0) as [
      number,
      number,
    ]
    const more = ours - theirs * ratio
    return {
      category,
      here: areaText(ours, unit, own),
      there: areaText(theirs, unit, other),
      difference: `${more < 0 ? '−' : '+'}${areaText(Math.abs(more), unit, own)}`,
    }
  })
}

interface CategoryArea {
  readonly category: Category
  /** In square pixels. */
  readonly area: number
}

function areasOf({ annotations, categories }: AnnotationDocument): Map<string, CategoryArea> {
  const areas = new Map<string, CategoryArea>()
  for (const { categoryId, geometry } of annotations.values()) {
    const category = categories.get(categoryId)
    const size = area(geometry)
    if (category === undefined || size === 0) continue
    areas.set(category.name, { category, area: (areas.get(category.name)?.area ?? 0) + size })
  }
  return areas
}

/** Micrometres only by the images' own scales. */
function commonUnit(a: Scale, b: Scale): Unit {
  const common = new Set(unitsOf(a).filter((unit) => unitsOf(b).includes(unit)))
  if (common.has('µm') && !a.isEstimated && !b.isEstimated) return 'µm'
  return common.has('DD') ? 'DD' : 'px'
}

/** Pixels to a unit. */
function sizeOf({ micrometresPerPixel, discDiameter }: Scale, unit: Unit): number {
  if (unit === 'µm') return 1 / (micrometresPerPixel ?? 1)
  return unit === 'DD' ? (discDiameter ?? 1) : 1
}
