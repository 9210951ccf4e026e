import { fileURLToPath } from 'node:url'

// Runs before the tests of a worker. While Node.js loads a file of tests, Vitest cannot attribute its
// console messages, so this adds the file to each reason for skipping.

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
