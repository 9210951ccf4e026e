import { readFileSync } from 'node:fs'

import { tableFromIPC } from 'apache-arrow'
import { readParquet } from 'parquet-wasm/node'

// Prints the names and types of the columns of a file, and its rows, as JSON.
const bytes = readFileSync(process.argv[2])
const table = tableFromIPC(readParquet(new Uint8Array(bytes)).intoIPCStream())
const columns = table.schema.fields.map(({ name, type }) => [name, String(type)])
const rows = table.toArray().map((row) => row.toJSON())
const plain = (_, value) => (typeof value === 'bigint' ? Number(value) : value)
process.stdout.write(JSON.stringify({ columns, rows }, plain))
