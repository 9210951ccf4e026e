/** Events of calls about the session, for the component that shows its timer. */
interface SessionEventDetails {
  'session-activity': undefined
  /** Whole seconds for which the session remains valid. */
  'session-renewed': number
  /** The server no longer knows the caller. */
  'session-ended': undefined
}

/** Id of the notice that the session has ended, so that it appears once, however many messages follow. */
export const sessionEndedNotice = 'session ended'

const target = new EventTarget()

export function emitSessionEvent<Name extends keyof SessionEventDetails>(
  name: Name,
  detail: SessionEventDetails[Name],
): void {
  target.dispatchEvent(new CustomEvent(name, { detail }))
}

/** Listens until the returned function is called. */
export function onSessionEvent<Name extends keyof SessionEventDetails>(
  name: Name,
  listener: (detail: SessionEventDetails[Name]) => void,
): () => void {
  const handle = (event: Event) =>
    listener((event as CustomEvent<SessionEventDetails[Name]>).detail)
  target.addEventListener(name, handle)
  return () => target.removeEventListener(name, handle)
}
