import { decode } from '@thi.ng/rle-pack'

// Reads the bytes of masks from the standard input, a JSON list of lists, and prints the values in each.
let text = ''
for await (const piece of process.stdin) text += piece
const values = JSON.parse(text).map((bytes) => [...decode(Uint8Array.from(bytes))])
process.stdout.write(JSON.stringify(values))
