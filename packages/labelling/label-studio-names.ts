import { textsIn, type Entry } from './label-studio-entries.ts'

const picture = /\.(avif|bmp|dcm|gif|heic|j2k|jp2|jpe?g|png|tiff?|webp)$/iu
/** Put in front of the names of files that are uploaded to Label Studio. */
const uploadMark = /^[0-9a-f]{8}-(?=.)/u

/**
 * The names under which the image of a task may be known, the likeliest first: the path in the first address
 * among the task's data that looks like a picture (those under `image` first), and for an uploaded file its own
 * name as well.
 */
export function fileNamesIn(data: Entry, uploaded: unknown): string[] {
  const { image, img, ...others } = data
  const values = [image, img, ...Object.values(others)].flatMap(textsIn)
  const paths = values.map(pathIn)
  const path = paths.find((each) => picture.test(each)) ?? textsIn(image).map(pathIn)[0]
  const upload = textsIn(uploaded)[0]
  if (path === undefined || path === '') return upload === undefined ? [] : namesOfUpload(upload)
  return path.startsWith('data/upload/') || upload !== undefined ? namesOfUpload(path) : [path]
}

function namesOfUpload(path: string): string[] {
  const name = path.split('/').at(-1) ?? ''
  return [...new Set([name.replace(uploadMark, ''), name])]
}

/** The path of an address, or of the file that it names after `?d=`, as those of local storage do. */
function pathIn(address: string): string {
  const [beforeQuery = '', query = ''] = (address.split('#', 1)[0] ?? '').split('?')
  const local = /(?:^|&)d=([^&]*)/u.exec(query)?.[1]
  const path = local ?? beforeQuery.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/iu, '')
  return decoded(path).replace(/^\/+/u, '')
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
