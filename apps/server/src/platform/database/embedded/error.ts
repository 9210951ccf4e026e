/** The embedded database cannot be started; the message says why and how to fix it. */
export class EmbeddedDatabaseError extends Error {
  /** The message is complete; a stack trace would only hide it. */
  readonly isPlain = true
}

/** Lets an expected error code pass, for use with `catch`. */
export function ignoring(code: string): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof Error && 'code' in error && error.code === code)) throw error
  }
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
