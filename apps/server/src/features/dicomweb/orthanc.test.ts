import { readFile } from 'node:fs/promises'

import { expect, test } from 'vitest'
import { z } from 'zod'

import { createAccessToken } from '#contract/access-tokens'
import { dicomwebRoot, searchInstances, searchStudies } from '#contract/dicomweb'

import { haveDicomweb, startDicomwebOrthanc } from '../../testing/dicom-peers.ts'
import { fileOf, textIn, withFiles } from '../../testing/dicomweb-client.ts'

const haveOrthanc = haveDicomweb()

test.skipIf(!haveOrthanc)('Orthanc searches, retrieves and stores by an access token', async () => {
  const { app, kim, dataset, json } = await withFiles('000_jpeg', '000_rgb_le')
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const { body } = await kim.call(createAccessToken, { body: { name: 'Orthanc' } })
  const orthanc = await startDicomwebOrthanc({
    url: `${address}${dicomwebRoot(dataset.id)}/`,
    username: 'any',
    password: body.token,
  })
  const server = '/dicom-web/servers/fovea'
  const [study] = await json(searchStudies, {})
  const uid = textIn(study, '0020000D')
  const answer = { Uri: '/studies', Arguments: { PatientID: 'P0000' }, HttpHeaders: {} }
  const found = await orthanc.rest('POST', `${server}/qido`, answer)
  expect(found).toMatchObject([{ '0020000D': { Value: uid } }])
  await orthanc.rest('POST', `${server}/retrieve`, { Resources: [{ Study: uid }] })
  const fetched = z.array(z.string()).parse(await orthanc.rest('GET', '/instances'))
  expect(fetched).toHaveLength(2)
  await orthanc.rest('POST', '/instances', await readFile(fileOf('000_rle')))
  const all = z.array(z.string()).parse(await orthanc.rest('GET', '/instances'))
  await orthanc.rest('POST', `${server}/stow`, { Resources: all, Synchronous: true })
  expect(await json(searchInstances, {})).toHaveLength(3)
})
