import { expect, test } from 'vitest'

import { addressOf, base32Of, codeOf, stepAt, stepOf } from './totp.ts'

const at = (seconds: number): Date => new Date(seconds * 1000)

/** The secret of the test vectors of RFC 4226 and, for SHA-1, of RFC 6238. */
const secret = Buffer.from('12345678901234567890')

test.each(
  [
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ].map((code, step) => [step, code] as const),
)('RFC 4226, appendix D: the code of %i is %s', (step, code) => {
  expect(codeOf(secret, step)).toBe(code)
})

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('RFC 6238, appendix B: after %i seconds the code ends like %s', (seconds, code) => {
  expect(codeOf(secret, stepAt(new Date(seconds * 1000)))).toBe(code.slice(-6))
})

test('codes of the step before and after are accepted, others are not', () => {
  const accepted = [59.9, 60, 149.9, 150].map((seconds) => stepOf(secret, '969429', at(seconds)))
  expect(accepted).toEqual([undefined, 3, 3, undefined])
  expect(stepOf(secret, '', at(59))).toBeUndefined()
})

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('RFC 4648, section 10: %j is %j, without padding', (text, encoded) => {
  expect(base32Of(Buffer.from(text))).toBe(encoded)
})

test('the address names product and account', () => {
  expect(addressOf(secret, { issuer: 'Fovea Eye', account: 'kim' })).toBe(
    'otpauth://totp/Fovea%20Eye:kim?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Fovea%20Eye',
  )
})
