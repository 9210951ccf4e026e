import { globSync } from 'node:fs'
import path from 'node:path'

/**
 * Reads the programs of all threads, so that Node.js keeps their sources without their types and no
 * thread needs WebAssembly to read them (NODE_COMPILE_CACHE in launch.mjs).
 */
for (const program of globSync('apps/server/src/**/*-worker.ts')) {
  // Without a request the program fails once it and all its imports are read.
  await import(path.resolve(program)).catch(() => undefined)
}
process.exit()
