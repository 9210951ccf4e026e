import { colourAfter } from './default-colours.ts'

/** A keypoint during editing; `connected` contains the ids of the keypoints connected to it. */
export interface Keypoint {
  id: number
  label: string
  color: string
  connected: ReadonlySet<number>
}

/** Keypoints in the form of a category: edges connect labels by their position, counted from 1. */
export interface KeypointFields {
  keypoint_labels: string[]
  keypoint_edges: [number, number][]
  keypoint_colors: string[]
}

export type KeypointProblem = 'duplicate' | 'required'

export function toKeypoints(fields: KeypointFields): Keypoint[] {
  return fields.keypoint_labels.map((label, id) => ({
    id,
    label,
    color: fields.keypoint_colors[id] ?? colourAfter(id),
    connected: new Set(
      fields.keypoint_edges.flatMap(([a, b]) =>
        a - 1 === id ? [b - 1] : b - 1 === id ? [a - 1] : [],
      ),
    ),
  }))
}

/** The fields for these keypoints; those without a label are left out. */
export function toFields(keypoints: readonly Keypoint[]): KeypointFields {
  const labelled = keypoints.filter((keypoint) => keypoint.label.trim() !== '')
  const place = new Map(labelled.map((keypoint, index) => [keypoint.id, index + 1]))
  return {
    keypoint_labels: labelled.map((keypoint) => keypoint.label.trim()),
    keypoint_colors: labelled.map((keypoint) => keypoint.color),
    keypoint_edges: labelled.flatMap((keypoint, index) =>
      [...keypoint.connected].flatMap((id): [number, number][] => {
        const other = place.get(id)
        return other !== undefined && other > index + 1 ? [[index + 1, other]] : []
      }),
    ),
  }
}

export function withNewKeypoint(keypoints: readonly Keypoint[]): Keypoint[] {
  const id = Math.max(-1, ...keypoints.map((keypoint) => keypoint.id)) + 1
  const color = colourAfter(keypoints.length)
  return [...keypoints, { id, label: '', color, connected: new Set() }]
}

/** The keypoints without this one and its edges. */
export function withoutKeypoint(keypoints: readonly Keypoint[], id: number): Keypoint[] {
  return keypoints
    .filter((keypoint) => keypoint.id !== id)
    .map((keypoint) => ({ ...keypoint, connected: without(keypoint.connected, id) }))
}

/** The keypoints after connecting this one to exactly these others, in both directions. */
export function connect(
  keypoints: readonly Keypoint[],
  id: number,
  others: ReadonlySet<number>,
): Keypoint[] {
  return keypoints.map((keypoint) => {
    if (keypoint.id === id) return { ...keypoint, connected: without(others, id) }
    const connected = others.has(keypoint.id)
      ? new Set([...keypoint.connected, id])
      : without(keypoint.connected, id)
    return { ...keypoint, connected }
  })
}

function without(ids: ReadonlySet<number>, id: number): Set<number> {
  return new Set([...ids].filter((other) => other !== id))
}

/** Problems of the labels, by the keypoint's id. */
export function problemsOf(keypoints: readonly Keypoint[]): Map<number, KeypointProblem> {
  const problems = new Map<number, KeypointProblem>()
  const seen = new Set<string>()
  for (const { id, label, connected } of keypoints) {
    const name = label.trim()
    if (name === '' && connected.size > 0) problems.set(id, 'required')
    if (name !== '' && seen.has(name)) problems.set(id, 'duplicate')
    seen.add(name)
  }
  return problems
}
