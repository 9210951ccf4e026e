import type { Editor } from '#annotation/editor'
import type { SaveLedger } from '#annotation/save'
import { type Journal, unfinished } from '#annotation/save-journal'
import type { Reshaping } from '#annotation/tool'

import { newUuid } from '../../../api/new-uuid.ts'

/** The drawings that an editor has yet to merge; what has not changed keeps its identity between calls. */
export class UnfinishedDrawings {
  readonly #editor: Editor
  readonly #known = new WeakMap<Reshaping, Journal['drawings'][number]>()

  constructor(editor: Editor) {
    this.#editor = editor
  }

  list(ledger: SaveLedger): Journal['drawings'] {
    const { pending, history } = this.#editor.state
    return pending.map((reshaping) => {
      const known = this.#known.get(reshaping)
      const drawing = unfinished(reshaping, ledger, history)
      const isFound = drawing.serverId === null || (known?.[1].serverId ?? null) !== null
      // An annotation that is saved meanwhile is found later only by its id on the server.
      if (known !== undefined && isFound) return known
      const named = [known?.[0] ?? newUuid(), drawing] as const
      this.#known.set(reshaping, named)
      return named
    })
  }
}
