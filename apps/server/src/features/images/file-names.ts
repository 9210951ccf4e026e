import { Problem } from '../../platform/http/problem.ts'

const longestBytes = 255
/** Names that Windows cannot store, so that a data folder can be moved there. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** A file's name as it may be stored: normalised, and no way out of its folder. */
export function checkFileName(name: string): string {
  const normalised = name.normalize('NFC')
  const fault = faultOf(normalised)
  if (fault === undefined) return normalised
  throw new Problem(
    'invalid_input',
    `The file name ${JSON.stringify(name.slice(0, 80))} cannot be used: ${fault}. Rename the file and upload it again.`,
  )
}

/** '' for the dataset itself, else names joined by slashes, each as a file's. */
export function checkFolder(folder: string): string {
  if (folder === '') return ''
  return folder.split('/').map(checkFileName).join('/')
}

function faultOf(name: string): string | undefined {
  if (name === '') return 'it is empty'
  if (Buffer.byteLength(name) > longestBytes) return `it is longer than ${longestBytes} bytes`
  if (/[/\\]/.test(name)) return 'it has a slash'
  if (/\p{Cc}/u.test(name)) return 'it has control characters'
  if (name.startsWith('.')) return 'it starts with a dot'
  if (reserved.test(name)) return 'it is reserved by some systems'
  return undefined
}
