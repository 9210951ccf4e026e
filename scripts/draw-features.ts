import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { architecture } from '../architecture.ts'
import { drawFeatures, withPicture } from './features-picture.ts'

const root = path.resolve(import.meta.dirname, '..')
const file = path.join(root, 'ARCHITECTURE.md')
writeFileSync(file, withPicture(readFileSync(file, 'utf8'), drawFeatures(root, architecture)))
