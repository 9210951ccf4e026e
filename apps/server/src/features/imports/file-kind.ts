import { open } from 'node:fs/promises'

import { entriesOf, type ListFile } from './list-entries.ts'

/** The forms of files that can be imported. An archive holds a file of another form. */
export type FileKind = 'coco' | 'coco results' | 'label studio' | 'cvat' | 'archive'

const startBytes = 4096

/** Recognises the form of a file by its content. */
export async function kindOf(file: ListFile): Promise<FileKind> {
  const start = await startOf(file.file)
  if (start.startsWith('PK')) return 'archive'
  const text = start.replace(/^\uFEFF/u, '').trimStart()
  if (text.startsWith('<')) return 'cvat'
  if (!text.startsWith('[')) return 'coco'
  return (await isResult(file)) ? 'coco results' : 'label studio'
}

async function startOf(file: string): Promise<string> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(startBytes), 0, startBytes, 0)
  return buffer.toString('utf8', 0, bytesRead)
}

/** Results of COCO name their image and category by ids, tasks of Label Studio never do. */
async function isResult(file: ListFile): Promise<boolean> {
  for await (const [first] of entriesOf(file)) {
    if (first !== undefined) return Object.hasOwn(first, 'image_id')
  }
  return true
}
