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
