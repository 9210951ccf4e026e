import type { DecodeText } from './character-set.ts'
import { readItems, type DataSet, type Tag } from './data-set.ts'
import { displayName, parsePersonName } from './person-name.ts'
import { sopClassName } from './sop-class.ts'
import { elementValues } from './values.ts'

/** An item of a structured report in words, and the items that it contains. */
interface ReportItem {
  /** Its place in the tree (PS3.3 C.17.3.2.5): the second item of the root is '1.2'. */
  readonly position: string
  readonly name: string
  /** A number includes its unit; '' for a heading. */
  readonly value: string
  readonly items: readonly ReportItem[]
}

/** A structured report (PS3.3 C.17.3) in words. */
export interface ReportText {
  readonly root: ReportItem
  readonly isComplete: boolean
  readonly isVerified: boolean
  readonly observers: readonly string[]
}

const deepest = 32

/** The content of a structured report; items deeper than 32 levels are left out. */
export function readReport(dataSet: DataSet, decode: DecodeText): ReportText {
  const { text } = elementValues(dataSet, decode)
  return {
    root: itemOf(dataSet, decode, '1'),
    isComplete: text('0040A491') === 'COMPLETE',
    isVerified: text('0040A493') === 'VERIFIED',
    observers: itemsOf(dataSet, '0040A073').flatMap((observer) => {
      const name = nameOf(elementValues(observer, decode).text('0040A075'))
      return name === '' ? [] : [name]
    }),
  }
}

function itemOf(dataSet: DataSet, decode: DecodeText, position: string): ReportItem {
  const depth = position.split('.').length
  const children = depth > deepest ? [] : itemsOf(dataSet, '0040A730')
  return {
    position,
    name: codeOf(dataSet, '0040A043', decode),
    value: valueOf(dataSet, decode),
    items: children.map((child, index) => itemOf(child, decode, `${position}.${index + 1}`)),
  }
}

type ReadValue = (dataSet: DataSet, decode: DecodeText) => string

const textAt =
  (tag: Tag): ReadValue =>
  (dataSet, decode) =>
    elementValues(dataSet, decode).text(tag) ?? ''

/** How the value of each value type is put into words (PS3.3 table C.17.3-7). */
const readers: Readonly<Record<string, ReadValue>> = {
  TEXT: textAt('0040A160'),
  DATETIME: textAt('0040A120'),
  DATE: textAt('0040A121'),
  TIME: textAt('0040A122'),
  UIDREF: textAt('0040A124'),
  PNAME: (dataSet, decode) => nameOf(elementValues(dataSet, decode).text('0040A123')),
  CODE: (dataSet, decode) => codeOf(dataSet, '0040A168', decode),
  NUM: (dataSet, decode) => measured(dataSet, decode),
  IMAGE: referenced,
  COMPOSITE: referenced,
  WAVEFORM: referenced,
}

function valueOf(dataSet: DataSet, decode: DecodeText): string {
  const type = elementValues(dataSet, decode).text('0040A040') ?? ''
  return readers[type]?.(dataSet, decode) ?? ''
}

/** The number with its unit, or the reason for its absence. */
function measured(dataSet: DataSet, decode: DecodeText): string {
  const [value] = itemsOf(dataSet, '0040A300')
  if (value === undefined) return codeOf(dataSet, '0040A301', decode)
  const number = elementValues(value, decode).text('0040A30A') ?? ''
  const unit = elementValues(itemsOf(value, '004008EA')[0] ?? value, decode)
  const sign = unit.text('00080100') ?? ''
  return sign === '' || sign === '1' ? number : `${number} ${sign}`
}

function referenced(dataSet: DataSet, decode: DecodeText): string {
  const [object] = itemsOf(dataSet, '00081199')
  if (object === undefined) return ''
  const { text } = elementValues(object, decode)
  return `${sopClassName(text('00081150'))} ${text('00081155') ?? ''}`
}

/** The meaning of a code. */
function codeOf(dataSet: DataSet, tag: Tag, decode: DecodeText): string {
  const [code] = itemsOf(dataSet, tag)
  if (code === undefined) return ''
  const { text } = elementValues(code, decode)
  return text('00080104') ?? text('00080100') ?? ''
}

function nameOf(text: string | undefined): string {
  const name = parsePersonName(text ?? '')
  return name === undefined ? '' : displayName(name, 'en')
}

function itemsOf(dataSet: DataSet, tag: Tag): DataSet[] {
  const element = dataSet.elements.get(tag)
  return element === undefined ? [] : readItems(element, dataSet.encoding)
}
