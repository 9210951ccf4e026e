import path from 'node:path'

import { architecture } from '../architecture.ts'
import { findBreaches } from './architecture-rules.ts'

const root = path.resolve(import.meta.dirname, '..')
const breaches = findBreaches(root, architecture)
for (const breach of breaches) console.error(breach)
process.exitCode = breaches.length === 0 ? 0 : 1
