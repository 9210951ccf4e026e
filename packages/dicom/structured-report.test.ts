import { expect, test } from 'vitest'

import { decodeAscii } from './character-set.ts'
import { readFile } from './file.ts'
import { dicomCode, sopClasses, type ObjectContext } from './objects/common.ts'
import { measurementReport } from './objects/measurement-report.ts'
import { readReport } from './structured-report.ts'
import { support } from './testing/build-file.ts'
import { writeObject } from './write-file.ts'

const context: ObjectContext = {
  sopInstanceUid: '1.2.3.9',
  patient: { name: 'Hong^Gildong', id: 'P-77', birthDate: '', sex: '', age: '' },
  study: { instanceUid: '1.2.3', date: '20260131', time: '', id: '', accessionNumber: '' },
  series: { instanceUid: '1.2.3.8', number: 1, description: '' },
  device: { manufacturer: 'M', model: 'M', serialNumber: '0', softwareVersion: '1' },
  created: { day: '2026-01-31', time: '10:15:30', offset: null },
}

test('a structured report is put into words, its numbers with their units', () => {
  const attributes = measurementReport(context, {
    image: {
      sopClassUid: sopClasses.vlPhotographic,
      sopInstanceUid: '1.2.3.4',
      seriesInstanceUid: '1.2.3.5',
    },
    groups: [
      {
        trackingIdentifier: 'vessels',
        trackingUid: '1.2.3.6',
        finding: undefined,
        outline: [],
        measurements: [
          {
            concept: dicomCode('1', 'Calibre'),
            value: 162.5,
            unit: { value: 'um', scheme: 'UCUM', meaning: 'micrometer' },
          },
        ],
      },
    ],
    deviceObserverUid: '1.2.3.7',
    verification: null,
    language: 'en',
  })
  const { dataSet } = readFile(writeObject(attributes), support.inflate)
  const report = readReport(dataSet, decodeAscii)
  expect(report).toMatchObject({ isComplete: true, isVerified: false, observers: [] })
  expect(report.root.name).toBe('Imaging Measurement Report')
  const lines = JSON.stringify(report.root)
  expect(lines).toContain('"name":"Calibre","value":"162.5 um","items":[]}')
  expect(lines).toContain('VL Photographic Image 1.2.3.4')
})
