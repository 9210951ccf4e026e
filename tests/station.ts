import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'

import { usualAeTitle } from '#contract/pacs'
import { fundusPhotograph, transferSyntaxFor } from '#dicom/objects/photograph'
import { uidOfUuid } from '#dicom/uid'
import { writeObject } from '#dicom/write-file'

const storescu = '/usr/bin/storescu'
const side = 128

export const hasStation = existsSync(storescu)

/** Application entity title by which the station calls. */
export const stationTitle = 'STATION'

/** Sends the files in one association. Yields those that were stored; ends if the server does. */
export async function* sent(files: readonly string[], port: number): AsyncGenerator<string> {
  const titles = ['-aet', stationTitle, '-aec', usualAeTitle]
  const child = spawn(storescu, ['-v', ...titles, '127.0.0.1', String(port), ...files])
  const closed = once(child, 'close')
  let file = ''
  child.stdout.resume()
  for await (const line of createInterface(child.stderr)) {
    file = /Sending file: (\S+)/.exec(line)?.[1] ?? file
    if (/Received Store Response \(Success\)/.test(line)) yield file
  }
  await closed
}

function uid(kind: number, number: number): string {
  return uidOfUuid(`00000000-0000-4000-800${kind}-${String(number).padStart(12, '0')}`)
}

/**
 * Writes a small photograph of a station.
 * @param number those of different numbers are different objects of one series
 * @returns the file, which is named by its SOP Instance UID
 */
export async function writePhotograph(folder: string, number: number): Promise<string> {
  const sopInstanceUid = uid(1, number)
  const bytes = Uint8Array.from({ length: side * side * 3 }, (_, at) => (at * 7 + number) % 256)
  const pixels = {
    rows: side,
    columns: side,
    samplesPerPixel: 3,
    data: { form: 'plain', bytes },
    wasLossy: false,
  } as const
  const context = {
    sopInstanceUid,
    patient: { name: 'A^B', id: 'P-1', birthDate: '', sex: '', age: '' },
    study: { instanceUid: uid(2, 0), date: '20260131', time: '', id: '', accessionNumber: '' },
    series: { instanceUid: uid(3, 0), number: 1, description: '' },
    device: { manufacturer: 'M', model: 'M', serialNumber: '0', softwareVersion: '1' },
    created: { day: '2026-01-31', time: '10:15:00', offset: null },
  }
  const photograph = {
    pixels,
    laterality: 'R',
    acquiredAt: { day: '2026-01-31', time: '10:15:00', offset: null },
    hasBurnedInAnnotation: false,
    synchronizationFrameOfReferenceUid: uid(4, 0),
  } as const
  const file = path.join(folder, `${sopInstanceUid}.dcm`)
  await writeFile(
    file,
    writeObject(fundusPhotograph(context, photograph), transferSyntaxFor(pixels)),
  )
  return file
}
