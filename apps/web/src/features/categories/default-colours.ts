/** Colours of new keypoints, in this order; the first is also that of a new category. */
export const defaultColours = [
  '#e03131',
  '#31ace0',
  '#e0af31',
  '#8931e0',
  '#35e031',
  '#e0319a',
  '#31e0c1',
  '#bde031',
  '#3162e0',
  '#e06631',
  '#31e077',
  '#d231e0',
  '#e0cf31',
  '#3f31e0',
  '#74e031',
  '#e0315b',
  '#9e4747',
  '#47849e',
  '#9e8647',
  '#73479e',
  '#499e47',
  '#9e477b',
  '#479e8e',
  '#8d9e47',
  '#475f9e',
  '#9e6147',
  '#479e6a',
  '#97479e',
  '#9e9547',
  '#4e479e',
  '#689e47',
  '#9e475c',
] as const

/** The default colour of an item after `count` others. */
export function colourAfter(count: number): string {
  return defaultColours[count % defaultColours.length] ?? defaultColours[0]
}
