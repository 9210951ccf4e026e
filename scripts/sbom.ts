import path from 'node:path'

import { billOfMaterials } from './bill-of-materials.ts'

const bill = billOfMaterials(path.resolve(import.meta.dirname, '..'))
process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`)
