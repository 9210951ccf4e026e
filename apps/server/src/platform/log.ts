import { AsyncLocalStorage } from 'node:async_hooks'

type Level = 'info' | 'warn' | 'error'

const request = new AsyncLocalStorage<string>()

/** Everything logged inside `work` has this id, and so have its queries and the jobs that it starts. */
export function withRequestId<T>(id: string | undefined, work: () => T): T {
  return id === undefined ? work() : request.run(id, work)
}

export function requestId(): string | undefined {
  return request.getStore()
}

/** One line of JSON for each entry: line breaks in a value cannot forge an entry. */
function write(level: Level, message: string, data: Record<string, unknown> = {}): void {
  const entry = { at: new Date().toISOString(), level, message, request: requestId(), ...data }
  process.stderr.write(`${JSON.stringify(entry)}\n`)
}

export const log = {
  info: (message: string, data?: Record<string, unknown>) => write('info', message, data),
  warn: (message: string, data?: Record<string, unknown>) => write('warn', message, data),
  error: (message: string, error: unknown, data?: Record<string, unknown>) =>
    write('error', message, { ...data, ...presentError(error) }),
}

function presentError(error: unknown): Record<string, unknown> {
  if (!isErrorLike(error)) return { error: String(error) }
  const { message, stack, cause } = error
  return { error: message, stack, cause: isErrorLike(cause) ? cause.message : undefined }
}

/** The job queue reports errors as plain objects. */
function isErrorLike(value: unknown): value is Pick<Error, 'message' | 'stack' | 'cause'> {
  return typeof value === 'object' && value !== null && 'message' in value
}
