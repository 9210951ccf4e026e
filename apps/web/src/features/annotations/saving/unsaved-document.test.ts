import { expect, test } from 'vitest'

import { checkCocoDocument } from '#coco/check'

import { CallError } from '../../../api/call-error.ts'
import { ContractServer } from '../testing/contract-server.ts'
import { flat, openDesk, small, until } from '../testing/open-desk.ts'
import { unsavedDocument } from './unsaved-document.ts'

test('changes of somebody who lost the right are kept, and form a COCO document', async () => {
  const server = new ContractServer()
  server.colleagueCreates({ segmentation: flat(60) })
  const desk = await openDesk(server)
  const forbidden = new CallError(403, { code: 'missing_right', message: 'You may only view.' })
  server.next(forbidden, forbidden)
  desk.create('new', small)
  desk.label(1, true)
  await until(() => desk.status === 'refused')
  const document = unsavedDocument(
    desk.loop.ledger,
    {
      image: { id: 7, file_name: 'eye.png', width: 200, height: 100 },
      dataset: { name: 'Clinic' },
      categories: [
        {
          id: 1,
          name: 'Drusen',
          supercategory: '',
          color: '#ff0000',
          keypoint_labels: [],
          keypoint_edges: [],
        },
      ],
      fields: [],
    },
    new Date(0),
  )
  expect(document.images).toMatchObject([{ file_name: 'eye.png', category_ids: [1] }])
  expect(document.annotations).toMatchObject([{ image_id: 7, segmentation: flat(20) }])
  expect(checkCocoDocument(document).issues).toEqual([])
})
