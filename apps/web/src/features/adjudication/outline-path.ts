import type { Outline } from '#contract/adjudication'
import { parseSegmentation } from '#geometry/segmentation'
import { ringsOf } from '#geometry/polygon'

/** An outline as the data of an SVG path, to be filled by the even-odd rule. */
export function outlinePath({ segmentation }: Pick<Outline, 'segmentation'>): string {
  return parseSegmentation(segmentation)
    .flatMap(ringsOf)
    .map((ring) => `M${ring.map((each) => Number(each.toFixed(1))).join(' ')}Z`)
    .join('')
}
