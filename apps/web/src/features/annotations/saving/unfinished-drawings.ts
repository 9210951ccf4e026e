import type { Editor } from '#annotation/editor'
import type { SaveLedger } from '#annotation/save'
import { type Journal, unfinished } from '#annotation/save-journal'
import type { Reshaping } from '#annotation/tool'

import { newUuid } from '../../../api/new-uuid.ts'

/** The drawings that an editor has yet to merge; each keeps its identity between calls. */
export class UnfinishedDrawings {
  readonly #editor: Editor
  readonly #known = new WeakMap<Reshaping, Journal['drawings'][number]>()

  constructor(editor: Editor) {
    this.#editor = editor
  }

  list(ledger: SaveLedger): Journal['drawings'] {
    return this.#editor.state.pending.map((reshaping) => {
      const known = this.#known.get(reshaping) ?? [newUuid(), unfinished(reshaping, ledger)]
      this.#known.set(reshaping, known)
      return known
    })
  }
}
