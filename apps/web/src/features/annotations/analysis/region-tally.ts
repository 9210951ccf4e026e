import { labelledPoints } from '#annotation/commands'
import type { Annotation, AnnotationDocument, Category } from '#annotation/document'
import type { EyeGrid } from '#annotation/eye-grid'
import { describedRoles } from '#contract/category-role'
import { centroidOfLines } from '#geometry/line'
import type { Point } from '#geometry/point'
import { centroid, type MultiPolygon } from '#geometry/polygon'
import { type RegionName, regionNames, regionsAt } from '#retina/regions/regions'
import { areasByRegion } from '#retina/regions/sectors'

interface RegionTally {
  readonly region: RegionName
  /** Annotations whose centre of gravity, or without area and lines first keypoint, lies in the region. */
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
 * The annotations of each category by region of the grid, without those of the landmarks: the disc and
 * the fovea, from which it is laid out, and the cup.
 */
export function tallyByRegion(
  { annotations, categories }: AnnotationDocument,
  eye: EyeGrid,
): CategoryTally[] {
  const byCategory = Map.groupBy(annotations.values(), ({ categoryId }) => categoryId)
  return [...categories.values()].flatMap((category) => {
    if (category.role !== null && describedRoles[category.role].isLandmark) return []
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
    for (const [region, area] of areasIn(annotation.geometry, eye)) {
      areas.set(region, (areas.get(region) ?? 0) + area)
    }
  }
  return regionNames.flatMap((region) => {
    const [count = 0, area = 0] = [counts.get(region), areas.get(region)]
    return count === 0 && area === 0 ? [] : [{ region, count, area }]
  })
}

type Areas = ReadonlyMap<RegionName, number>

/** By the shape, which most changes of a document leave as it is: vessels have thousands of vertices. */
const known = new WeakMap<MultiPolygon, { readonly layout: string; readonly areas: Areas }>()

function areasIn(shape: MultiPolygon, { disc, fovea, grid }: EyeGrid): Areas {
  const layout = JSON.stringify([disc, fovea, grid])
  const found = known.get(shape)
  if (found?.layout === layout) return found.areas
  const areas = areasByRegion(shape, { disc, fovea, grid })
  known.set(shape, { layout, areas })
  return areas
}

function middleOf({ geometry, lines, keypoints }: Annotation): Point | null {
  return centroid(geometry) ?? centroidOfLines(lines) ?? labelledPoints(keypoints)[0] ?? null
}
