import type { OrderQuery } from './adapter.ts'
import type { Report } from './report.ts'

type Values = Readonly<Record<string, string | number | Date>>

/** Bind variables of a statement that finds orders. */
export function bindsOfQuery({ patientId, studyDate }: OrderQuery): Values {
  return { patientId, studyDate }
}

/** Bind variables of a statement that writes a result. */
export function bindsOfReport(report: Report): Values {
  const {
    reviewer,
    measurements,
    unmeasured: _unmeasured,
    nameParts: _nameParts,
    ...plain
  } = report
  return {
    ...plain,
    orderId: report.ordSeq,
    reviewedBy: reviewer?.name ?? '',
    reviewedAt: reviewer?.at ?? '',
    measurements: JSON.stringify(
      measurements.map(({ key, value, unit }) => ({ code: key, value, unit: unit.code })),
    ),
  }
}

const queryBinds = ['patientId', 'studyDate'] as const

/** The names that the statements of each operation may bind. */
const bindCatalogue = {
  ping: [],
  findOrder: queryBinds,
  writeResult: [
    ...queryBinds,
    'patientName',
    'ordSeq',
    'orderId',
    'imageId',
    'resultId',
    'version',
    'laterality',
    'quality',
    'riskCategory',
    'reportUrl',
    'analysedAt',
    'sex',
    'birthDate',
    'standing',
    'statement',
    'reviewedBy',
    'reviewedAt',
    'measurements',
    'software',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type Operation = keyof typeof bindCatalogue

export interface Statement {
  readonly sql: string
  /** The names that it binds. */
  readonly binds: readonly string[]
}

const firstWords: Readonly<Record<Operation, readonly string[]>> = {
  ping: ['select'],
  findOrder: ['select'],
  writeResult: ['insert', 'update', 'merge'],
}

/** Texts, quoted names and comments, which are ignored. */
const opaque = /'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\/\*[^]*?\*\//g

/** Faults of a statement in a site file; empty if there are none. */
export function faultsOf(operation: Operation, { sql, binds }: Statement): string[] {
  if (/\bn?q'/i.test(sql)) return [`${operation}: texts in q'…' are not allowed; use '…'`]
  const bare = sql.replaceAll(opaque, ' ')
  const faults: string[] = []
  const [first = ''] = bare.trim().toLowerCase().split(/\W/, 1)
  if (!firstWords[operation].includes(first)) {
    faults.push(`begins with ${firstWords[operation].join(', ')}`)
  }
  if (/['"]/.test(bare)) faults.push('closes every quotation mark')
  if (bare.includes(';')) faults.push('is one statement, without a semicolon')
  if (first === 'select' && /\bfor\s+update\b|\binto\b/i.test(bare)) faults.push('only reads')
  if (/\?|:\d/.test(bare)) faults.push('binds by name, not by position')
  return [...faults, ...bindFaults(operation, bare, binds)].map((fault) => `${operation} ${fault}`)
}

function bindFaults(operation: Operation, bare: string, declared: readonly string[]): string[] {
  const known: readonly string[] = bindCatalogue[operation]
  const used = new Set([...bare.matchAll(/:\s*([a-z]\w*)/gi)].map(([, name = '']) => name))
  return [
    ...declared.filter((name) => !known.includes(name)).map((name) => `may not bind ${name}`),
    ...declared
      .filter((name) => !used.has(name))
      .map((name) => `declares ${name} and has no :${name}`),
    ...[...used]
      .filter((name) => !declared.includes(name))
      .map((name) => `has :${name}, which it does not declare`),
  ]
}
