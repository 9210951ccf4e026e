import { createDataset, shareDataset } from '#contract/datasets'
import { beginEmergencyAccess } from '#contract/emergency-access'
import { uploadImage } from '#contract/images'
import { addAuthenticator, beginAuthenticator } from '#contract/second-factor'
import { createSite } from '#contract/sites'
import { createUserGroup } from '#contract/user-groups'
import { createUser, updateUser } from '#contract/users'

import { codeOf, stepAt } from '../../apps/server/src/features/account/second-factor/totp.ts'
import { bytesOf } from '../../apps/server/src/testing/base32.ts'
import { password, signedIn, type NetworkClient } from '../http-client.ts'
import { dicomPhotograph, smallPhotograph } from './made-photographs.ts'

/** Roles, a group, a second factor, emergency access, and a site with its administrator. */
export async function fillHospital(
  address: string,
  { kim, clinic }: { kim: NetworkClient; clinic: number },
): Promise<void> {
  const email = 'lee@hospital.example'
  await kim.call(updateUser, {
    params: { username: 'lee' },
    body: { email, emergencyAccess: true },
  })
  const group = await kim.call(createUserGroup, { body: { name: 'Readers', users: ['park'] } })
  const users = [
    { username: 'lee', role: 'clinician' as const },
    { username: 'choi', role: 'viewer' as const },
  ]
  const groups = [{ id: group.id, role: 'grader' as const }]
  await kim.call(shareDataset, { params: { id: clinic }, body: { users, groups } })
  await addFactor(await signedIn(address, 'park'))
  await fillWard(address, kim)
  await fillSite(address, kim)
}

async function addFactor(park: NetworkClient): Promise<void> {
  const { secret, setup } = await park.call(beginAuthenticator, { body: { password } })
  const code = codeOf(bytesOf(secret), stepAt(new Date()))
  await park.call(addAuthenticator, { body: { setup, code } })
}

/** A dataset of kim's alone, which lee has reached in an emergency. */
async function fillWard(address: string, kim: NetworkClient): Promise<void> {
  const { id } = await kim.call(createDataset, { body: { name: 'Ward' } })
  const small = await smallPhotograph('02_h.jpg', 240)
  const patient = { id: 'P-9', name: 'Ahn^Sora' }
  const file = { name: 'ward.dcm', content: await dicomPhotograph(small, { number: 9, patient }) }
  await kim.call(uploadImage, { query: { dataset_id: id, folder: '' }, file })
  const lee = await signedIn(address, 'lee')
  const body = { patient_id: 'P-9', reason: 'The patient is in the ward at night' }
  await lee.call(beginEmergencyAccess, { body })
}

async function fillSite(address: string, kim: NetworkClient): Promise<void> {
  const site = await kim.call(createSite, { body: { name: 'North' } })
  const north = { username: 'north', password, name: 'North', isAdmin: true, site_id: site.id }
  await kim.call(createUser, { body: north })
  const administrator = await signedIn(address, 'north')
  const { id } = await administrator.call(createDataset, { body: { name: 'North clinic' } })
  const small = await smallPhotograph('05_h.jpg', 240)
  const file = { name: 'north.jpg', content: small }
  await administrator.call(uploadImage, { query: { dataset_id: id, folder: '' }, file })
}
