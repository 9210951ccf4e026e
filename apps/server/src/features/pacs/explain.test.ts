import { expect, test } from 'vitest'

import { NetworkError } from '../../platform/dicom-network/network-error.ts'
import { explainFault } from './explain.ts'

const archive = { AETITLE: 'FOVEA', CALLEDAETITLE: 'PACS' }
const receiver = { ...archive, destination: 'XAIMED_OP_XAIFN' }

function told(status: number, titles: Parameters<typeof explainFault>[1]) {
  return explainFault(new NetworkError('refused', 'a status', status), titles)
}

test.each([0xc000, 0xc0ff, 0xa702])(
  'the status %i of a retrieval is told with its likely causes, ours first',
  (status) => {
    const lossless = { ...receiver, FORCELOSSLESSTRANFERPROTOCOL: true }
    expect(told(status, lossless).key).toBe('pacs.unableLossless')
    const other = told(status, { ...receiver, FORCELOSSLESSTRANFERPROTOCOL: false })
    expect(other).toMatchObject({
      key: 'pacs.unableToRetrieve',
      params: { title: receiver.destination },
    })
    expect(told(status, archive).key).toBe('pacs.unableToStore')
  },
)

test('other refusals are explained by their status', () => {
  expect(told(0x0124, receiver)).toMatchObject({ key: 'pacs.refused', params: { status: '0124' } })
  expect(told(0xa801, receiver).key).toBe('pacs.destinationUnknown')
})
