import type { Editor } from '#annotation/editor'

/** Resolves when no shape is being computed any more. */
export function settled(editor: Editor): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (editor.state.pending.length === 0) resolve()
  const stop = editor.subscribe(({ state }) => {
    if (state.pending.length === 0) resolve()
  })
  return promise.finally(stop)
}

/** The same for an image without a screen: a drawing that would wait there for a decision is given up. */
export async function settledUnseen(editor: Editor): Promise<void> {
  await settled(editor)
  const { refused } = editor.state
  if (refused !== null) editor.giveUp(refused.mark)
}
