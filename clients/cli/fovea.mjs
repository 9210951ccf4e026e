#!/usr/bin/env node
// The command `fovea`, on the Node.js that is installed with the packages: scripts/launch.mjs works in
// the folder of the repository, so tell the program where the user is.
import { fileURLToPath } from 'node:url'

process.env['FOVEA_FOLDER'] = process.cwd()
const [node, , ...args] = process.argv
process.argv = [node, 'launch.mjs', fileURLToPath(new URL('main.ts', import.meta.url)), ...args]
await import('../../scripts/launch.mjs')
