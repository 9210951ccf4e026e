/** What a terminal and a service manager send to all processes of a program at once. */
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Makes this the process that answers its parent's requests: it ends with its parent, in silence, and only
 * then, so that the parent can finish what it has begun.
 */
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
  for (const signal of stopSignals) process.on(signal, () => undefined)
}

function end(): never {
  process.exit(0)
}
