/** A file and the target sub-folder in the dataset: '' or 'a/b'. */
export interface FileInFolder {
  readonly file: File
  readonly folder: string
}

/** The dropped files, those in dropped folders with their folder; hidden files are left out. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<FileInFolder[]> {
  // The browser gives access to the dropped entries only during the event.
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

/** Files of a chosen folder, each with its path from there. */
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

/** Hidden files, and the directory of a DICOM medium, whose files are found without it. */
const isHidden = (name: string) => name.startsWith('.') || name === 'DICOMDIR'
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

/** Browsers return entries in batches, and an empty batch at the end. */
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
