import { message, type Message } from '#contract/messages/message'

import { Problem } from '../../platform/http/problem.ts'

const longestBytes = 255
/** Names that Windows cannot store, so that a data folder can be moved there. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** A file name fit for storage: normalised, and unable to leave its folder. */
export function checkFileName(name: string): string {
  const normalised = name.normalize('NFC')
  const fault = faultOf(normalised)
  if (fault === undefined) return normalised
  throw new Problem(
    'invalid_input',
    message('files.unusableName', { name: JSON.stringify(name.slice(0, 80)), why: fault }),
  )
}

/** '' for the dataset itself, else names joined by slashes, each valid as a file name. */
export function checkFolder(folder: string): string {
  if (folder === '') return ''
  return folder.split('/').map(checkFileName).join('/')
}

/** Why a name in a path in a dataset's folder cannot be stored; undefined if all can. */
export function faultOfPath(path: string): Message | undefined {
  return path
    .split('/')
    .map(faultOf)
    .find((fault) => fault !== undefined)
}

function faultOf(name: string): Message | undefined {
  if (name === '') return message('files.nameIsEmpty')
  if (Buffer.byteLength(name) > longestBytes)
    return message('files.nameIsLong', { most: longestBytes })
  if (/[/\\]/.test(name)) return message('files.nameHasSlash')
  if (/\p{Cc}/u.test(name)) return message('files.nameHasControls')
  if (name.startsWith('.')) return message('files.nameStartsWithDot')
  if (reserved.test(name)) return message('files.nameIsReserved')
  return undefined
}
