/** A file and the sub-folder of the dataset that it goes to: '' or 'a/b'. */
export interface FileInFolder {
  readonly file: File
  readonly folder: string
}

/** The files that were dropped, those within dropped folders with their folder; no hidden ones. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<FileInFolder[]> {
  // Only during the event does the browser tell what was dropped.
  const entries = [...items].map((item) => item.webkitGetAsEntry())
  const plain = [...files]
  if (entries.some((entry) => entry === null)) return plain.map((file) => ({ file, folder: '' }))
  const found: FileInFolder[] = []
  for (const entry of entries) {
    if (entry !== null) await collect(entry, '', found)
  }
  return found
}

/** The same files below a folder of the dataset. */
export function belowFolder(folder: string, files: readonly FileInFolder[]): FileInFolder[] {
  if (folder === '') return [...files]
  return files.map(({ file, folder: own }) => ({
    file,
    folder: own === '' ? folder : `${folder}/${own}`,
  }))
}

/** Files that were chosen by their folder, each with its path from there. */
export function filesOfFolder(files: readonly File[]): FileInFolder[] {
  return files
    .map((file) => ({ file, path: file.webkitRelativePath.split('/') }))
    .filter(({ path }) => !path.some(isHidden))
    .map(({ file, path }) => ({ file, folder: path.slice(0, -1).join('/') }))
}

async function collect(
  entry: FileSystemEntry,
  folder: string,
  found: FileInFolder[],
): Promise<void> {
  if (isHidden(entry.name)) return
  if (isFile(entry)) {
    found.push({ file: await fileOf(entry), folder })
  } else if (isFolder(entry)) {
    const inside = folder === '' ? entry.name : `${folder}/${entry.name}`
    for (const each of await entriesOf(entry)) await collect(each, inside, found)
  }
}

/** Hidden, or the list of a DICOM medium, whose files come by themselves. */
const isHidden = (name: string) => name.startsWith('.') || name === 'DICOMDIR'
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

/** Browsers hand out some at a time, and none when there are no more. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return all.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    all.push(...some)
  }
}
