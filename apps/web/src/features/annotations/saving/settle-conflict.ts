import { addAnnotation, type Command, setMeasurement } from '#annotation/commands'
import { type Annotation, isAnnotation, nextPosition, type RecordId } from '#annotation/document'
import { isRuler, newMeasurementId, type Ruler } from '#annotation/measurement'
import { measurementIn } from '#annotation/records'
import { cellsInConflict, type Conflict, type SaveEntry } from '#annotation/save'

import type { Annotator } from '../annotator.ts'
import { newUuid } from '../../../api/new-uuid.ts'

interface Versions {
  readonly mine: Annotation
  readonly theirs: Annotation
}

/** Both versions of an annotation in conflict; null if one of them was deleted. */
export function versionsOf({
  local,
  current,
}: Pick<Conflict, 'local' | 'current'>): Versions | null {
  const theirs = current?.content
  if (!local || !theirs || !isAnnotation(local) || !isAnnotation(theirs)) return null
  return { mine: local, theirs }
}

function versionsIn(entry: SaveEntry | undefined): Versions | null {
  return entry?.state === 'conflict' ? versionsOf(entry) : null
}

/**
 * My versions of the lengths and angles in conflict; null if one is deleted, or if other values are in conflict
 * too, such as a place of the grid, which an image has only once.
 */
export function myMeasurements(conflict: Conflict): readonly Ruler[] | null {
  const { local } = conflict
  const theirs = conflict.current?.content
  if (!local || !theirs || isAnnotation(local) || isAnnotation(theirs)) return null
  const ids = cellsInConflict(conflict).map(measurementIn)
  const rulers = ids.flatMap((id) => {
    if (id === null || theirs.measurements[id] === undefined) return []
    const mine = local.measurements[id]
    return mine !== undefined && isRuler(mine) ? [mine] : []
  })
  return rulers.length === ids.length ? rulers : null
}

/** Keeps the server's version, and mine beside it as an annotation or measurement of its own. */
export function keepBoth({ editor, saving }: Pick<Annotator, 'editor' | 'saving'>, id: RecordId) {
  const entry = saving.ledger.entries.get(id)
  const addMine = entry?.state === 'conflict' ? addingMine(entry) : null
  if (addMine === null) return
  saving.takeTheirs(id)
  editor.takeIn('keep both', addMine)
}

/** Adds my version of a conflict under another id; null if there is none to be added. */
function addingMine(conflict: Conflict): Command | null {
  const versions = versionsOf(conflict)
  if (versions !== null) {
    return (document) => {
      const position = nextPosition(document.annotations)
      return addAnnotation({ ...versions.mine, id: newUuid(), position })(document)
    }
  }
  const adding = myMeasurements(conflict)?.map((mine) => setMeasurement(newMeasurementId(), mine))
  return adding ? (document) => adding.reduce((next, add) => add(next), document) : null
}

/** Keeps the server's version with the area and the lines of both. */
export function unite({ editor, saving }: Pick<Annotator, 'editor' | 'saving'>, id: RecordId) {
  const versions = versionsIn(saving.ledger.entries.get(id))
  if (versions === null) return
  saving.takeTheirs(id)
  editor.reshape({
    annotation: id,
    operation: 'replace',
    drawing: {
      kind: 'area',
      area: [...versions.theirs.geometry, ...versions.mine.geometry],
      lines: versions.mine.lines,
    },
    asBox: false,
    mark: editor.mark('unite'),
  })
}
