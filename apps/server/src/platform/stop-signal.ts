/**
 * Resolves when the process is asked to stop. The handlers stay: on ctrl-c the signal comes twice, from
 * the terminal and from the launcher, and the second must not end what is being closed.
 */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => resolve())
  })
}
