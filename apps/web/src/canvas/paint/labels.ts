import { placeLabels } from '../label-places.ts'
import type { Scene } from './scene.ts'

const fontSize = 12
const font = 'system-ui, sans-serif'
/** Maximum characters; the list beside the canvas shows longer labels in full. */
const longest = 20
/** White with a dark outline: legible on any background. */
const fill = '#ffffff'
const line = '#0f1417'

/** Writes the names of keypoints beside them. */
export function paintKeypointLabels(
  context: CanvasRenderingContext2D,
  { overlays, viewport: { zoom } }: Scene,
): void {
  const keypoints = overlays
    .filter((overlay) => overlay.kind === 'keypoint')
    .toSorted((a, b) => Number(a.look === 'next') - Number(b.look === 'next'))
  if (keypoints.length === 0) return
  context.font = `${fontSize}px ${font}`
  const labels = keypoints.map(({ at, label, look }) => {
    const text = shortened(label)
    const { width } = context.measureText(text)
    return { at: { x: at.x * zoom, y: at.y * zoom }, text, width, isPassing: look === 'next' }
  })
  const places = placeLabels(labels)
  context.font = `${fontSize / zoom}px ${font}`
  context.lineWidth = 3 / zoom
  context.lineJoin = 'round'
  for (const [i, { text, isPassing }] of labels.entries()) {
    const { x = 0, y = 0 } = places[i] ?? {}
    context.globalAlpha = isPassing ? 0.6 : 1
    context.strokeStyle = line
    context.strokeText(text, x / zoom, y / zoom)
    context.fillStyle = fill
    context.fillText(text, x / zoom, y / zoom)
  }
  context.globalAlpha = 1
}

function shortened(label: string): string {
  return label.length <= longest ? label : `${label.slice(0, longest - 1)}…`
}
