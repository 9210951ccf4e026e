import { addAnnotation } from '#annotation/commands'
import { type Annotation, isAnnotation, nextPosition, type RecordId } from '#annotation/document'
import type { Conflict, SaveEntry } from '#annotation/save'

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

/** Keeps the server's version, and mine beside it as an annotation of its own. */
export function keepBoth({ editor, saving }: Pick<Annotator, 'editor' | 'saving'>, id: RecordId) {
  const versions = versionsIn(saving.ledger.entries.get(id))
  if (versions === null) return
  saving.takeTheirs(id)
  editor.change('keep both', (document) => {
    const position = nextPosition(document.annotations)
    return addAnnotation({ ...versions.mine, id: newUuid(), position })(document)
  })
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
