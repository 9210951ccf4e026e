import { describe, expect, test } from 'vitest'

import { searchInstances, searchSeriesOfStudy, searchStudies } from '#contract/dicomweb'

import { textIn, told, withFiles } from '../../testing/dicomweb-client.ts'

describe('searching among files as received', () => {
  test('studies, series and objects are found by their attributes', async () => {
    const { json } = await withFiles('000_jpeg', '000_rgb_le', '000_mono16')
    const studies = await json(searchStudies, {})
    expect(studies).toHaveLength(1)
    const study = textIn(studies[0], '0020000D')
    expect(studies[0]).toMatchObject({
      '00080020': { vr: 'DA', Value: ['20261101'] },
      '00100020': { vr: 'LO', Value: ['P0000'] },
      '00201208': { vr: 'IS', Value: [3] },
    })
    const found = async (query: object) => (await json(searchInstances, {}, query)).length
    expect(await found({ PatientID: 'P0000' })).toBe(3)
    expect(await found({ '00100020': 'P*' })).toBe(3)
    expect(await found({ PatientID: 'P000' })).toBe(0)
    expect(await found({ PatientID: 'P0_00' })).toBe(0)
    expect(await found({ StudyDate: '20261101-' })).toBe(3)
    expect(await found({ StudyDate: '20261101-20261101' })).toBe(3)
    expect(await found({ StudyDate: '-20261031' })).toBe(0)
    expect(await found({ limit: 2 })).toBe(2)
    expect(await found({ limit: 2, offset: 2 })).toBe(1)
    const series = await json(searchSeriesOfStudy, { study }, { includefield: 'StudyTime' })
    expect(series.map((each) => textIn(each, '0020000D'))).toEqual(series.map(() => study))
    const name = studies[0]?.['00100010']?.Value?.[0]
    const { Alphabetic = '' } = name as { Alphabetic?: string }
    expect(await found({ PatientName: `${Alphabetic.slice(0, 3).toLowerCase()}*` })).toBe(3)
  })

  test('an unsupported search is refused, not ignored', async () => {
    const { kim, params } = await withFiles()
    const ask = (query: Record<string, string>) => kim.call(searchStudies, { params, query })
    expect(told(await ask({ PatientIdd: 'x' }))).toMatchObject({
      message: expect.stringContaining('PatientIdd'),
    })
    expect((await ask({ limit: 'many' })).status).toBe(400)
    expect((await ask({ includefield: 'Nothing' })).status).toBe(400)
  })
})
