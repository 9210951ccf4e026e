import { CsvError, parse } from 'csv-parse/sync'

import { type Message, message } from '#contract/messages/message'
import {
  type PatientDataChange,
  type PatientField,
  patientFields,
  statePatientData,
  tableColumns,
  tableLimits,
} from '#contract/patient-data'

import { Problem } from '../../platform/http/problem.ts'

type Column = (typeof tableColumns)[number]
type Cells = Partial<Record<Column, string>>

export interface TableRow {
  /** Counted from 1, without the heading. */
  readonly row: number
  readonly imageId: string
  readonly fileName: string
  readonly changes: PatientDataChange
}

export interface TableProblem {
  readonly row: number
  readonly column: string
  readonly told: Message
}

const scaleColumns = ['micrometres_per_pixel', 'field_degrees', 'circle_px'] as const
const numberColumns: ReadonlySet<string> = new Set([
  ...scaleColumns,
  'age',
  'axial_length',
  'refraction',
])

/**
 * Reads a table of patient data: CSV with a heading, its fields separated by commas, semicolons or
 * tabs. Empty cells leave values unchanged.
 * @throws {Problem} invalid_input if it is not such a table
 */
export function readTable(bytes: Buffer): { rows: TableRow[]; problems: TableProblem[] } {
  const [heading = [], ...lines] = parseLines(bytes)
  const columns = heading.map((name) => name.trim().toLowerCase())
  const unknown = columns.filter((name) => !tableColumns.includes(name as Column))
  const problems = unknown.map((column): TableProblem => {
    const told = message('patientData.unknownColumn', { columns: tableColumns.join(', ') })
    return { row: 0, column, told }
  })
  if (!columns.includes('image_id') && !columns.includes('file_name')) {
    throw new Problem('invalid_input', message('patientData.noSubject'))
  }
  if (lines.length === 0) throw new Problem('invalid_input', message('patientData.noRows'))
  if (lines.length > tableLimits.rows) {
    const counts = { rows: lines.length, most: tableLimits.rows }
    throw new Problem('invalid_input', message('patientData.tooManyRows', counts))
  }
  const rows = lines.map((line, index): TableRow => {
    const pairs = columns.map((column, i) => [column, unguarded(line[i] ?? '')] as const)
    const cells: Cells = Object.fromEntries(pairs.filter(([, text]) => text !== ''))
    const read = readChanges(cells)
    problems.push(...read.problems.map((problem) => ({ row: index + 1, ...problem })))
    const { image_id: imageId = '', file_name: fileName = '' } = cells
    return { row: index + 1, imageId, fileName, changes: read.changes }
  })
  return { rows, problems }
}

function parseLines(bytes: Buffer): string[][] {
  try {
    const text = textOf(bytes)
    return parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      skip_empty_lines: true,
      relax_column_count_less: true,
    })
  } catch (error) {
    if (!(error instanceof CsvError || error instanceof TypeError)) throw error
    throw new Problem('invalid_input', message('patientData.noTable', { fault: error.message }))
  }
}

/** In a form that spreadsheets save: UTF-8, UTF-16 with its mark, or the Korean code page. */
function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('euc-kr', { fatal: true }).decode(bytes)
  }
}

/** Delimiter of the heading: European spreadsheets use the comma as the decimal separator. */
function delimiterOf(text: string): string {
  const [heading = ''] = text.split(/[\r\n]/, 1)
  const parts = (delimiter: string): number => heading.split(delimiter).length
  return [';', '\t', ','].toSorted((a, b) => parts(b) - parts(a))[0] ?? ','
}

/** Our own exports put an apostrophe before cells that a spreadsheet would run as formulas. */
function unguarded(cell: string): string {
  return cell.trim().replace(/^'(?=[\s=+\-@|%'＝＋－＠])/u, '')
}

function readChanges(cells: Cells): {
  changes: PatientDataChange
  problems: Omit<TableProblem, 'row'>[]
} {
  const plain = patientFields.flatMap((field) => {
    const text = field === 'scale' ? undefined : cells[field]
    return text === undefined ? [] : [[field, valueOf(field, text)] as const]
  })
  const problems = scaleProblems(cells)
  const scale = scaleColumns.flatMap((name) => {
    const text = cells[name]
    return text === undefined ? [] : [[name, valueOf(name, text)] as const]
  })
  const isScaled = scale.length > 0 && problems.length === 0
  const wanted = {
    ...Object.fromEntries(plain),
    ...(isScaled && { scale: Object.fromEntries(scale) }),
  }
  const { data, error } = statePatientData.body.safeParse(wanted)
  if (data !== undefined) return { changes: data, problems }
  const faulty = new Set(error.issues.flatMap(({ path: [field] }) => fieldNamed(field) ?? []))
  const faults = Array.from(faulty, (field) => {
    const value =
      field === 'scale' ? scale.map(([, number]) => number).join(' ') : (cells[field] ?? '')
    const told = message('patientData.notTaken', { value, why: allowed[field] })
    return { column: field, told }
  })
  return { changes: {}, problems: [...problems, ...faults] }
}

const allowed: Readonly<Record<PatientField, Message>> = {
  patient_id: message('patientData.allowedText'),
  patient_name: message('patientData.allowedText'),
  sex: message('patientData.allowedSex'),
  birth_date: message('patientData.allowedDay'),
  age: message('patientData.allowedAge'),
  eye: message('patientData.allowedEye'),
  taken_at: message('patientData.allowedTime'),
  scale: message('patientData.allowedScale'),
  axial_length: message('patientData.allowedLength'),
  refraction: message('patientData.allowedRefraction'),
}

function fieldNamed(name: PropertyKey | undefined): PatientField | undefined {
  return patientFields.find((field) => field === name)
}

function valueOf(field: string, text: string): unknown {
  if (numberColumns.has(field)) return Number(text.replace(',', '.'))
  if (field === 'taken_at') return text.replace(' ', 'T').replace(/T\d\d:\d\d$/, '$&:00')
  return field === 'sex' || field === 'eye' ? text.toUpperCase() : text
}

function scaleProblems(cells: Cells): Omit<TableProblem, 'row'>[] {
  const [direct, degrees, circle] = scaleColumns.map((name) => cells[name] !== undefined)
  if (direct && (degrees || circle)) {
    return [{ column: 'micrometres_per_pixel', told: message('patientData.twoScales') }]
  }
  if (degrees === circle) return []
  return [{ column: 'field_degrees', told: message('patientData.halfScale') }]
}
