import { fileURLToPath } from 'node:url'

// Loaded before the tests of a worker. Vitest does not know which file a message is from that is
// written while Node.js itself loads the file, so a reason for skipping is told with its file here.

const warn = console.warn
const testFile = /file:\/\/\S+?\.test\.tsx?/
// A file may ask a helper whether a program is installed.
Error.stackTraceLimit = 50

console.warn = (...parts: unknown[]) => {
  const [first, ...rest] = parts
  const at = testFile.exec(new Error('told here').stack ?? '')?.[0]
  if (typeof first !== 'string' || !first.startsWith('SKIPPED: ') || at === undefined) {
    warn(...parts)
    return
  }
  warn(first.replace('SKIPPED: ', `SKIPPED in ${fileURLToPath(at)}: `), ...rest)
}
