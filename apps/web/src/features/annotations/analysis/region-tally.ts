import { labelledPoints } from '#annotation/commands'
import type { Annotation, AnnotationDocument, Category } from '#annotation/document'
import type { EyeGrid } from '#annotation/eye-grid'
import type { Point } from '#geometry/point'
import { centroid } from '#geometry/polygon'
import { type RegionName, regionNames, regionsAt } from '#retina/regions/regions'
import { areasByRegion } from '#retina/regions/sectors'

interface RegionTally {
  readonly region: RegionName
  /** Annotations whose centre of gravity, or first keypoint, lies in the region. */
  readonly count: number
  /** In square pixels. */
  readonly area: number
}

export interface CategoryTally {
  readonly category: Category
  /** Regions that hold something of the category. */
  readonly regions: readonly RegionTally[]
}

/**
 * The annotations of each category by region of the grid, without those of the structures that it
 * is laid out from.
 */
export function tallyByRegion(
  { annotations, categories }: AnnotationDocument,
  eye: EyeGrid,
): CategoryTally[] {
  const byCategory = Map.groupBy(annotations.values(), ({ categoryId }) => categoryId)
  return [...categories.values()].flatMap((category) => {
    if (category.role !== null) return []
    const regions = regionsOf(byCategory.get(category.id) ?? [], eye)
    return regions.length === 0 ? [] : [{ category, regions }]
  })
}

function regionsOf(annotations: readonly Annotation[], eye: EyeGrid): RegionTally[] {
  const counts = new Map<RegionName, number>()
  const areas = new Map<RegionName, number>()
  for (const annotation of annotations) {
    const at = middleOf(annotation)
    const regions = at === null ? [] : regionsAt(eye, at)
    for (const region of regions) counts.set(region, (counts.get(region) ?? 0) + 1)
    for (const [region, area] of areasByRegion(annotation.geometry, eye)) {
      areas.set(region, (areas.get(region) ?? 0) + area)
    }
  }
  return regionNames.flatMap((region) => {
    const [count = 0, area = 0] = [counts.get(region), areas.get(region)]
    return count === 0 && area === 0 ? [] : [{ region, count, area }]
  })
}

function middleOf({ geometry, keypoints }: Annotation): Point | null {
  return centroid(geometry) ?? labelledPoints(keypoints)[0] ?? null
}
