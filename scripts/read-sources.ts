import { globSync } from 'node:fs'
import path from 'node:path'

/**
 * Reads the server and the programs of all threads, so that Node.js keeps their sources without their
 * types: the server starts faster, and no thread needs WebAssembly to read them (NODE_COMPILE_CACHE in
 * launch.mjs).
 */
await import(path.resolve('apps/server/src/app.ts'))
for (const program of globSync('apps/server/src/**/*-worker.ts')) {
  // Without a request the program fails once it and all its imports are read.
  await import(path.resolve(program)).catch(() => undefined)
}
process.exit()
