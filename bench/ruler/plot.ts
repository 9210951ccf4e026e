import { errorOf, type Measurement, toleranceOf } from './measured.ts'

const rowHeight = 14
const labelWidth = 330
const plotWidth = 420
/** In permitted errors, to either side. */
const reach = 2

/** A dot for each measurement, by its error relative to its measure's tolerance; a row for each group. */
export function plotErrors(groups: readonly (readonly Measurement[])[]): string {
  const height = rowHeight * (groups.length + 3)
  const x = (share: number): number =>
    labelWidth + (plotWidth / 2) * (1 + Math.max(-1, Math.min(1, share / reach)))
  const lines = [-1, 0, 1].map(
    (share) =>
      `<line x1="${x(share)}" x2="${x(share)}" y1="4" y2="${height - 2 * rowHeight}" stroke="${share === 0 ? '#888' : '#c33'}" stroke-dasharray="${share === 0 ? '' : '4 3'}"/>`,
  )
  const rows = groups.flatMap((group, i) => {
    const y = rowHeight * (i + 1)
    const [first] = group
    if (first === undefined) return []
    const { most } = toleranceOf(first.measure)
    const dots = group.map((each) => {
      const share = errorOf(each) / (most === 0 ? 1 : most)
      return Number.isNaN(share)
        ? ''
        : `<circle cx="${x(share).toFixed(1)}" cy="${y}" r="2.5" fill="#1565c0" fill-opacity="0.5"/>`
    })
    const label = `<text x="${labelWidth - 8}" y="${y + 4}" text-anchor="end">${first.shape}: ${first.measure}</text>`
    return [label, ...dots]
  })
  const caption = `<text x="${x(0)}" y="${height - 6}" text-anchor="middle">error; red: what is allowed</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${labelWidth + plotWidth + 10} ${height}" font-family="sans-serif" font-size="10"><rect width="100%" height="100%" fill="#fff"/>\n${[...lines, ...rows, caption].join('\n')}\n</svg>\n`
}
