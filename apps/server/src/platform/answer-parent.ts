/** Makes this the process that answers its parent's requests: it ends with its parent, in silence. */
export function answerParent(answer: (request: never) => Promise<unknown>): void {
  process.on('message', (request) => {
    void answer(request as never).then((told) =>
      process.send?.(told, undefined, undefined, (error) => {
        // A killed parent has closed its channel, even if this process has not noticed yet.
        if (error !== null) end()
      }),
    )
  })
  process.on('disconnect', end)
}

function end(): never {
  process.exit(0)
}
