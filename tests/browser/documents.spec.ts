import { encapsulatedPdf } from '#dicom/objects/encapsulated-pdf'
import { sopClasses, type ObjectContext } from '#dicom/objects/common'
import { measurementReport } from '#dicom/objects/measurement-report'
import { buildFile, photographWith } from '#dicom/testing/build-file'
import { writeObject } from '#dicom/write-file'

import { expect, type Person, test } from './fixtures.ts'
import { givenDataset } from './given.ts'

function contextOf(number: number, patient = 'P-77'): ObjectContext {
  return {
    sopInstanceUid: `1.2.3.10.${number}`,
    patient: { name: 'Hong^Gildong', id: patient, birthDate: '', sex: '', age: '' },
    study: { instanceUid: '1.2.3', date: '20260131', time: '', id: '', accessionNumber: '' },
    series: { instanceUid: `1.2.3.20.${number}`, number, description: 'Macular thickness' },
    device: { manufacturer: 'Viewer', model: 'V', serialNumber: '0', softwareVersion: '1' },
    created: { day: '2026-02-01', time: '10:15:30', offset: null },
  }
}

const report = writeObject(
  measurementReport(contextOf(1), {
    image: {
      sopClassUid: sopClasses.ophthalmicPhotography8Bit,
      sopInstanceUid: '1.2.3.4',
      seriesInstanceUid: '1.2.3.5',
    },
    groups: [],
    deviceObserverUid: '1.2.3.7',
    verification: null,
    language: 'en',
  }),
)
const pdf = Buffer.from('%PDF-1.7\n%%EOF')
const document = writeObject(encapsulatedPdf(contextOf(2, 'P-78'), { title: 'Visual field', pdf }))

async function stow({ api }: Person, datasetId: number, object: Uint8Array): Promise<void> {
  const answer = await api.post(`/api/dicomweb/dataset/${datasetId}/studies`, {
    headers: { 'content-type': 'multipart/related; type="application/dicom"; boundary=between' },
    data: Buffer.concat([
      Buffer.from('--between\r\nContent-Type: application/dicom\r\n\r\n'),
      object,
      Buffer.from('\r\n--between--\r\n'),
    ]),
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

test("a picture without UIDs is uploaded with new ones, and a viewer's additions to a study are read", async ({
  page,
  person,
}) => {
  const dataset = await givenDataset(person, `Clinic ${person.username}`)
  await page.goto(`/tabulardataset/${dataset.id}`)
  await page.getByRole('button', { name: 'Upload' }).first().click()
  const bare = buildFile(photographWith(['00080018', 'UI', ''], ['0020000D', 'UI', '']))
  const dialog = page.getByRole('dialog')
  await dialog
    .locator('input[type="file"]')
    .first()
    .setInputFiles([
      { name: 'bare.dcm', mimeType: 'application/dicom', buffer: Buffer.from(bare) },
      {
        name: 'eye.dcm',
        mimeType: 'application/dicom',
        buffer: Buffer.from(buildFile(photographWith(['0020000E', 'UI', '1.2.3.5']))),
      },
    ])
  await expect(dialog).toContainText('no Study Instance UID')
  await dialog.getByRole('button', { name: 'with new UIDs' }).click()
  await expect(dialog).toContainText('2 out of 2')
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()

  await stow(person, dataset.id, report)
  await stow(person, dataset.id, document)
  await page.reload()
  await page.getByRole('button', { name: 'Show all images' }).click()
  const note = page.getByRole('button', { name: /2 documents from other systems/u })
  await expect(note).toHaveCount(1)
  await note.click()
  const list = page.getByRole('dialog')
  await expect(list).toContainText('names a different patient from the image')
  await expect(list.getByRole('link', { name: 'Open PDF' })).toHaveAttribute('href', /\/pdf$/u)
  await list.getByRole('button', { name: 'Read report' }).click()
  await expect(list).toContainText('Imaging Measurement Report')
  await expect(list).toContainText('Not verified')
  await list.getByRole('button', { name: 'Close', exact: true }).last().click()

  await page.goto(`/dataset/${dataset.id}`)
  const flag = page.getByRole('button', { name: /2 documents from other systems/u })
  await flag.click()
  await expect(list.getByRole('link', { name: 'Open PDF' })).toBeVisible()
  await list.getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.getByRole('link', { name: /eye\.dcm/u }).click()
  // The page that is left has the same button.
  await expect(page.getByRole('application')).toBeVisible()
  await flag.click()
  await expect(list.getByRole('link', { name: 'Open PDF' })).toBeVisible()

  await list.getByRole('button', { name: 'Delete Visual field' }).click()
  const question = page.getByRole('dialog', { name: 'Delete the document “Visual field”?' })
  await expect(question).toContainText('cannot be restored')
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(list.getByRole('link', { name: 'Open PDF' })).toHaveCount(0)
  await expect(list.getByRole('button', { name: 'Read report' })).toBeVisible()
})
