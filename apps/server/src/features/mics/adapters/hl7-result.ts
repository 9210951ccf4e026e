import { createHash } from 'node:crypto'

import { readIso } from '#clock/clock-time'
import { dateTimeValue } from '#clock/dicom-time'
import { standings, type Standing } from '#contract/standing'
import { timeText, writeMessage, type Field, type Written, type WrittenSegment } from '#hl7/message'
import { measureScheme } from '#report/coded-measures'

import type { OrderAsWritten } from '../received-orders.ts'
import type { Report } from '../report.ts'
import type { Site } from '../site-file.ts'
import { characterSets } from './hl7-text.ts'

export type Hl7Site = Extract<Site, { adapter: 'hl7v2' }>

/** The receiver recognises duplicates by it: at most 20 characters in older versions. */
export function controlId({ key }: Report): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 20)
}

/**
 * ORU^R01 (HL7 v2.5.1, 7.3.1): the status of a result, as an unsolicited observation.
 * @param order the order's own fields, repeated as written; undefined if the order did not come in a message
 */
export function resultMessage(
  site: Hl7Site,
  report: Report,
  order: OrderAsWritten | undefined,
): string {
  const placer = order?.placer ?? [[[report.ordSeq]]]
  return writeMessage([
    header(site, report),
    patientSegment(report, order),
    ['ORC', { 1: 'RE', 2: placer, 3: String(report.imageId) }],
    requestSegment(site, report, { placer, service: order?.service }),
    ['NTE', { 1: '1', 2: 'L', 3: report.statement }],
    ...observationsOf(site, report),
  ])
}

function header(site: Hl7Site, report: Report): WrittenSegment {
  return [
    'MSH',
    {
      3: site.sendingApplication,
      4: site.sendingFacility,
      5: site.receivingApplication,
      6: site.receivingFacility,
      7: timeText(changedAt(report)),
      9: ['ORU', 'R01', 'ORU_R01'],
      10: controlId(report),
      11: 'P',
      12: '2.5.1',
      18: characterSets[site.characterSet],
    },
  ]
}

/** Time of the last change of the result's status. */
function changedAt({ reviewer, analysedAt }: Report): Date {
  return reviewer?.at ?? analysedAt
}

function patientSegment(report: Report, order: OrderAsWritten | undefined): WrittenSegment {
  return [
    'PID',
    {
      1: '1',
      3: stated(order?.patientIds) ?? [report.patientId, '', '', '', 'MR'],
      5: namesOf(report, order),
      7: stated(order?.birthDate) ?? report.birthDate.replaceAll('-', ''),
      8: stated(order?.sex) ?? report.sex,
    },
  ]
}

/** Undefined if the field is empty, which says no more than its absence. */
function stated(field: Field | undefined): Field | undefined {
  return textOf(field) === '' ? undefined : field
}

function textOf(field: Field = []): string {
  return field.flat(2).join('')
}

const eastAsian = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** The names of the order, and of the image those in writings that the order does not have. */
function namesOf(report: Report, order: OrderAsWritten | undefined): Field {
  const ofOrder = stated(order?.names) ?? []
  const writings = new Set(ofOrder.map((name) => eastAsian.test(name.flat().join(''))))
  const { alphabetic, ideographic, phonetic } = report.nameParts
  const ofImage = [
    { parts: alphabetic, code: 'A' },
    { parts: ideographic, code: 'I' },
    { parts: phonetic, code: 'P' },
  ].filter(({ parts }) => parts.length > 0 && !writings.has(eastAsian.test(parts.join(''))))
  return [...ofOrder, ...ofImage.map(({ parts, code }) => extendedName(parts, code))]
}

/** XPN: the prefix comes after the suffix; L legal, and the representation (tables 0200 and 0465). */
function extendedName(parts: readonly string[], code: string): Field[number] {
  const [family = '', given = '', middle = '', prefix = '', suffix = ''] = parts
  return [family, given, middle, suffix, prefix, '', 'L', code].map((part) => [part])
}

/** In DICOM's DT form: with the offset of the camera's clock if it is known, and local if not. */
function takenAtOf({ takenAt, studyDate }: Report): string {
  const at = readIso(takenAt)
  return at === undefined ? studyDate.replaceAll('-', '') : dateTimeValue(at)
}

function requestSegment(
  site: Hl7Site,
  report: Report,
  { placer, service }: { placer: Field; service: Field | undefined },
): WrittenSegment {
  const { reviewer } = report
  return [
    'OBR',
    {
      1: '1',
      2: placer,
      3: String(report.imageId),
      4: stated(service) ?? ['FUNDUS-AI', 'AI analysis of a fundus photograph', 'L'],
      7: takenAtOf(report),
      22: timeText(changedAt(report)),
      25: statusesOf(site, report.standing).report,
      32: reviewer === null ? '' : [[[reviewer.username, reviewer.name]]],
    },
  ]
}

function statusesOf(
  site: Hl7Site,
  standing: Standing,
): { readonly report: string; readonly observation: string } {
  if (standing === 'withdrawn') return site.withdrawn
  const { hl7Report: report, hl7Observation: observation } = standings[standing]
  return { report, observation }
}

interface Observation {
  readonly type: 'NM' | 'ST'
  readonly what: readonly [code: string, name: string, scheme: string]
  readonly value: string
  readonly unit?: Written
  /** OBX-11 says so (HL7 table 0085, X). */
  readonly hasNoResult?: boolean
}

function text(code: string, name: string, value: string): Observation {
  return { type: 'ST', what: [code, name, 'L'], value }
}

function observationsOf(site: Hl7Site, report: Report): WrittenSegment[] {
  const observations: Observation[] = [
    { ...text('VERSION', 'Version of the result', String(report.version)), type: 'NM' },
    text('QUALITY', 'Image quality', report.quality),
    text('RISK', 'Cardiovascular risk category', report.riskCategory),
    text('EYE', 'Laterality', report.laterality),
    ...report.measurements.map(({ key, name, value, unit }): Observation => ({
      type: 'NM',
      what: [key, name, measureScheme],
      value: String(Number(value.toPrecision(6))),
      unit: [unit.code, unit.meaning, 'UCUM'],
    })),
    ...report.unmeasured.map(({ key, name, reason }): Observation => ({
      type: 'ST',
      what: [key, name, measureScheme],
      value: reason,
      hasNoResult: true,
    })),
    text('SOFTWARE', 'Software and its version', report.software),
    text('URL', 'Report', report.reportUrl),
  ]
  const { reviewer } = report
  const common = {
    11: statusesOf(site, report.standing).observation,
    14: timeText(report.analysedAt),
    16: reviewer === null ? '' : [reviewer.username, reviewer.name],
  }
  return observations
    .filter(({ value }) => value !== '')
    .map(({ type, what, value, unit = '', hasNoResult = false }, index) => [
      'OBX',
      {
        1: String(index + 1),
        2: type,
        3: what,
        5: value,
        6: unit,
        ...common,
        ...(hasNoResult && report.standing !== 'withdrawn' ? { 11: 'X' } : {}),
      },
    ])
}
