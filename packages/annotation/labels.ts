import type { Command } from './commands.ts'
import type { CategoryId, Labels } from './document.ts'

/** Labels that were given to the image as a whole (true) or taken away from it (false). */
export type LabelChanges = ReadonlyMap<CategoryId, boolean>

/** Gives a label to the image as a whole, or takes it away. */
export function setLabel(label: CategoryId, isGiven: boolean): Command {
  return (document) => {
    const labels = withLabels(document.labels, new Map([[label, isGiven]]))
    return labels === document.labels ? document : { ...document, labels }
  }
}

export function labelChangesBetween(before: Labels, after: Labels): LabelChanges {
  const given = [...after].filter((label) => !before.has(label))
  const taken = [...before].filter((label) => !after.has(label))
  return new Map([
    ...given.map((label) => [label, true] as const),
    ...taken.map((label) => [label, false] as const),
  ])
}

/** What takes changes back. */
export function invertLabelChanges(changes: LabelChanges): LabelChanges {
  return new Map(Array.from(changes, ([label, isGiven]) => [label, !isGiven]))
}

/** One for two that followed each other; what the second takes back is gone. */
export function composeLabelChanges(first: LabelChanges, second: LabelChanges): LabelChanges {
  const composed = new Map(first)
  for (const [label, isGiven] of second) {
    if (first.get(label) === !isGiven) composed.delete(label)
    else composed.set(label, isGiven)
  }
  return composed
}

/** The changes that still change something. */
export function applicableLabels(changes: LabelChanges, labels: Labels): LabelChanges {
  return new Map([...changes].filter(([label, isGiven]) => labels.has(label) !== isGiven))
}

/** The same labels where nothing changes. */
export function withLabels(labels: Labels, changes: LabelChanges): Labels {
  const applicable = applicableLabels(changes, labels)
  if (applicable.size === 0) return labels
  const kept = [...labels].filter((label) => applicable.get(label) !== false)
  const given = [...applicable.keys()].filter((label) => applicable.get(label))
  return new Set([...kept, ...given])
}
