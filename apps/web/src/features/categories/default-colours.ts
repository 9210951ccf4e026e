import { freeColours } from '#contract/category-colours'

/** The default colour of a keypoint after `count` others. */
export function colourAfter(count: number): string {
  return freeColours[count % freeColours.length] ?? freeColours[0]
}
