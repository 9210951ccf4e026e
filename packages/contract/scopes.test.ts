import { expect, test } from 'vitest'

import { endpoints } from './endpoints.ts'
import { includesScope } from './scopes.ts'

const named = [...endpoints]

test('a token that only reads changes nothing', () => {
  const open = named.filter(
    ([, { scopes, changesState }]) =>
      changesState && scopes.some((scope) => includesScope(['read'], scope)),
  )
  expect(open.map(([name]) => name)).toEqual([])
})

test('a token for DICOMweb makes no other call', () => {
  const open = named.filter(([, { scopes, path }]) => {
    return (
      !path.startsWith('/api/dicomweb/') &&
      scopes.some((scope) => includesScope(['dicomweb'], scope))
    )
  })
  expect(open.map(([name]) => name)).toEqual([])
})

test('programs neither sign in, nor set a password, a second factor or a token, nor confirm a result', () => {
  const persons =
    /^(login|logout|changePassword|updateUser|createUser|createPasswordLink|choosePassword|.*Passkey.*|.*Authenticator|.*SecondFactor.*|.*RecoveryCodes|createAccessToken|endSession|reviewAnalysis)$/
  const open = named.filter(([name, { scopes }]) => persons.test(name) && scopes.length > 0)
  expect(open.map(([name]) => name)).toEqual([])
})
