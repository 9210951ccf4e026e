import sharp from 'sharp'
import { describe, expect, test } from 'vitest'

import { readIso } from '#clock/clock-time'
import { buildFile, photographWith } from '#dicom/testing/build-file'

import { pngOf } from '../../../testing/given.ts'
import { acquiredColumns } from '../acquired.ts'
import { facts, withDataset } from './testing/with-dataset.ts'

const asDicom = { asAttachment: 'true', asDicom: 'true' } as const

describe('a download', () => {
  test('of a PNG as DICOM is a photograph, with the same UIDs each time', async () => {
    const { upload, get } = await withDataset()
    const { body } = await upload('eye.png', await pngOf(20, 10, 5))
    const [first, again] = [await get(body.image.id, asDicom), await get(body.image.id, asDicom)]
    expect(first.bytes).toEqual(again.bytes)
    expect(String(first.headers['content-disposition'])).toContain('eye.dcm')
    const { pixels, sopClassUid, modality } = facts(first.bytes)
    expect(pixels).toMatchObject({ rows: 10, columns: 20, photometricInterpretation: 'RGB' })
    // Eye and time are unknown, and an ophthalmic photograph must state both.
    expect([sopClassUid, modality]).toEqual(['1.2.840.10008.5.1.4.1.1.77.1.4', 'XC'])
    const raw = await sharp(await pngOf(20, 10, 5))
      .raw()
      .toBuffer()
    expect(Buffer.compare(pixels?.element.value ?? raw.subarray(1), raw)).toBe(0)
  })

  test('with known eye and time is an ophthalmic photograph', async () => {
    const { upload, get, db } = await withDataset()
    const { body } = await upload('eye.png', await pngOf(20, 10, 5))
    await db
      .updateTable('image')
      .set({
        laterality: 'L',
        ...acquiredColumns(readIso('2026-01-31T10:15:30-02:30'), null),
        patient_id: 'P-9',
        patient_name: 'Hong Gildong',
        patient_name_korean: '홍길동',
        study_date: '2026-01-31',
      })
      .where('id', '=', body.image.id)
      .execute()
    expect(facts((await get(body.image.id, asDicom)).bytes)).toMatchObject({
      modality: 'OP',
      laterality: { code: 'L' },
      acquiredAt: { day: '2026-01-31', time: '10:15:30', offset: '-02:30' },
      studyDate: '2026-01-31',
      patient: { id: 'P-9', name: { alphabetic: 'Hong Gildong', phonetic: '홍길동' } },
    })
  })

  test('of a baseline JPEG holds it bit for bit, of a rotated one the upright pixels', async () => {
    const { upload, get } = await withDataset()
    const picture = sharp(await pngOf(20, 10, 5))
    const jpeg = await picture.clone().jpeg().toBuffer()
    const turned = await picture.clone().jpeg().withMetadata({ orientation: 6 }).toBuffer()
    const progressive = await picture.clone().jpeg({ progressive: true }).toBuffer()
    const download = async (name: string, content: Uint8Array) => {
      const { body } = await upload(name, content)
      return facts((await get(body.image.id, asDicom)).bytes).pixels
    }
    const kept = await download('plain.jpg', jpeg)
    const [, fragment = new Uint8Array()] = kept?.element.fragments ?? []
    expect(Buffer.compare(fragment.subarray(0, jpeg.length), jpeg)).toBe(0)
    expect(await download('turned.jpg', turned)).toMatchObject({ rows: 20, columns: 10 })
    const again = await download('progressive.jpg', progressive)
    expect(again?.transferSyntax.compression).toBe('none')
  })

  test('that is de-identified does not identify the patient, and the audit trail records it', async () => {
    const { upload, get, db } = await withDataset()
    const { body } = await upload('Hong Gildong.dcm', buildFile(photographWith()))
    const { bytes, headers } = await get(body.image.id, { ...asDicom, deidentified: 'true' })
    const { patient, studyInstanceUid } = facts(bytes)
    expect(patient.id).toMatch(/^ANON-/)
    expect(studyInstanceUid).toMatch(/^2\.25\./)
    expect(String(headers['content-disposition'])).not.toContain('Hong')
    const trail = await db.selectFrom('audit_event').select('detail').execute()
    expect(JSON.stringify(trail)).toContain('DICOM, de-identified')
  })

  test('of a PNG that is de-identified has no name either', async () => {
    const { upload, get, db } = await withDataset()
    const { body } = await upload('eye.png', await pngOf(20, 10, 5))
    const named = { patient_name: 'Hong Gildong', patient_id: 'P-9' }
    await db.updateTable('image').set(named).where('id', '=', body.image.id).execute()
    const { bytes } = await get(body.image.id, { ...asDicom, deidentified: 'true' })
    const text = bytes.toString('latin1')
    expect([text.includes('Gildong'), text.includes('P-9')]).toEqual([false, false])
    expect(facts(bytes).patient.id).toMatch(/^ANON-/)
  })

  test('as PNG has the pixels and none of the metadata', async () => {
    const { upload, get } = await withDataset()
    const content = await sharp(await pngOf(20, 10, 5))
      .withExif({ IFD0: { Artist: 'Hong Gildong' } })
      .png()
      .toBuffer()
    const { body } = await upload('eye.png', content)
    const { bytes, headers } = await get(body.image.id, { asPng: 'true' })
    expect(String(headers['content-disposition'])).toContain('eye.png')
    expect((await sharp(bytes).metadata()).exif).toBe(undefined)
    expect([content.includes('Gildong'), bytes.includes('Gildong')]).toEqual([true, false])
  })
})
