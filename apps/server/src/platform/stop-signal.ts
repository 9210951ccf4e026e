/**
 * Resolves when the process is asked to stop. The handlers stay: ctrl-c sends the signal twice, from the
 * terminal and from the launcher, and the second must not interrupt the shutdown.
 */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => resolve())
  })
}
