import { writeFile } from 'node:fs/promises'
import path from 'node:path'

import { createAccessToken } from '#contract/access-tokens'
import { login, savePreferences } from '#contract/account'
import { createDataset, deleteDataset } from '#contract/datasets'
import { exportFormats, startExport } from '#contract/exports'
import { createUser, setSubscription } from '#contract/users'

import { signedIn } from '../http-client.ts'
import type { RunningFovea } from '../running-fovea.ts'
import { closedPort, pngOf, upload } from './calls.ts'
import { fillClinic } from './fill-clinic.ts'
import { fillHospital } from './fill-hospital.ts'
import { fillReadingRoom } from './fill-reading-room.ts'
import { fillResearch } from './fill-research.ts'

/** Environment of the server that `fill` needs. */
export async function environment(
  folder: string,
  dicomPort: number,
): Promise<Record<string, string>> {
  const written = async (name: string, content: object): Promise<string> => {
    await writeFile(path.join(folder, name), JSON.stringify(content))
    return path.join(folder, name)
  }
  return {
    ALLOW_REGISTRATION: 'true',
    DICOM_PORT: String(dicomPort),
    OUTBOUND_HOSTS: `127.0.0.1:${closedPort}`,
    MICS_FILE: await written('mics.json', { adapter: 'hl7v2' }),
    FHIR_FILE: await written('fhir.json', {
      push: { url: `http://127.0.0.1:${closedPort}/fhir` },
    }),
  }
}

/** Does in an empty installation a little of all that people do, by the calls of the contract. */
export async function fill(fovea: RunningFovea, dicomPort: number): Promise<void> {
  const kim = await signedIn(fovea.address, 'kim')
  const lee = await signedIn(fovea.address, 'lee')
  await signedIn(fovea.address, 'park')
  const choi = { username: 'choi', password: 'Some-Word-9', name: 'Choi Yuna', group: 'clinic' }
  await kim.call(createUser, { body: choi })
  const expiry = { newSubDate: '2999-12-31' }
  await kim.call(setSubscription, { params: { username: 'choi' }, body: expiry })
  await signedIn(fovea.address, 'park').then((park) =>
    park.call(login, { body: { username: 'choi', password: 'wrong' } }).catch(() => undefined),
  )
  await kim.call(savePreferences, { body: { language: 'ko' } })
  await kim.call(createAccessToken, { body: { name: 'viewer', days: 366 } })

  const clinic = await fillClinic(dicomPort, { kim, lee })
  await fillResearch(fovea, lee)
  await fillHospital(fovea.address, { kim, clinic })
  await fillReadingRoom(fovea.address, kim)
  const gone = await kim.call(createDataset, { body: { name: 'Thrown away' } })
  await upload(kim, gone.id, 'gone.png', await pngOf(40, 30, 9))
  await kim.call(deleteDataset, { params: { id: gone.id } })
  for (const format of exportFormats) {
    const { id } = await kim.call(startExport, { params: { id: clinic }, body: { format } })
    await kim.finished(id)
  }
}
