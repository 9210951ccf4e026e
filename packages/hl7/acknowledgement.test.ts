import { expect, test } from 'vitest'

import { acknowledgementOf, isAccepted } from './acknowledgement.ts'
import { parseMessage } from './message.ts'

const read = (...segments: string[]) =>
  acknowledgementOf(parseMessage(['MSH|^~\\&|HIS||FOVEA', ...segments].join('\r')) ?? [])

test.each([
  ['AA', 'MSA|AA|7', [], { isFinal: false, error: null }],
  ['a refusal without a reason', 'MSA|AR|7', [], { isFinal: false, error: null }],
  ['an unknown order', 'MSA|AE|7', ['ERR||OBR^1^2|204|E'], { isFinal: true, error: '204' }],
  ['a missing field', 'MSA|AR|7', ['ERR||PID^1^3|101^Required^HL70357|E'], { isFinal: true }],
  ['a locked record', 'MSA|AR|7', ['ERR|||206|E'], { isFinal: false, error: '206' }],
  ['an internal error', 'MSA|CE|7', ['ERR|||207|F'], { isFinal: false, error: '207' }],
  ['a warning beside it', 'MSA|AE|7', ['ERR|||101|W', 'ERR|||207|E'], { isFinal: false }],
  [
    'an error of content among others',
    'MSA|AE|7',
    ['ERR|||207|E', 'ERR|||103|E'],
    { isFinal: true },
  ],
  ['version 2.3', 'MSA|AE|7', ['ERR|OBR^1^2^204&Unknown'], { isFinal: true, error: '204' }],
  ['version 2.4', 'MSA|AE|7|||| 102 ', [], { isFinal: true, error: '102' }],
  ['a code of the receiver’s own', 'MSA|AE|7', ['ERR|||E-17|E'], { isFinal: false, error: null }],
])('%s is read', (_, answer, errors, expected) => {
  expect(read(answer, ...errors)).toMatchObject({ controlId: '7', ...expected })
})

test('only AA and CA accept, whatever the rest says', () => {
  const accepts = (code: string) => {
    const answer = read(`MSA|${code}|7`, 'ERR|||101|W')
    return answer !== undefined && isAccepted(answer)
  }
  expect(['AA', 'CA', 'AE', 'AR', 'CE', 'CR', ''].filter(accepts)).toEqual(['AA', 'CA'])
  expect(read('PID|1')).toBeUndefined()
})
