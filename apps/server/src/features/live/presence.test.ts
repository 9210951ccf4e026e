import { expect, test } from 'vitest'

import { getDatasetData, shareDataset } from '#contract/datasets'
import { getEvents, tellActivity } from '#contract/live'
import { getStatistics } from '#contract/statistics'

import { listen, shared } from './testing/listen.ts'

test('a user who has an image open is shown to the others until the stream ends', async () => {
  const { started, kim, lee, dataset, image } = await shared()
  const stream = await listen(started, lee, { imageId: image.id })
  const annotating = async () =>
    (await kim.call(getDatasetData, { params: { id: dataset.id } })).body.images[0]?.annotating
  await expect.poll(annotating).toEqual(['lee'])
  await stream.leave()
  await expect.poll(annotating).toEqual([])
})

test('each tab with an open image recognises itself', async () => {
  const { started, kim, lee, image } = await shared()
  const first = await listen(started, lee, { imageId: image.id })
  const second = await listen(started, lee, { imageId: image.id })
  await listen(started, kim, { imageId: image.id })
  const ownOf = ({ heard }: typeof first) => heard.find((event) => event.type === 'stream')?.id
  const present = () => first.heard.findLast((event) => event.type === 'presence')
  await expect.poll(() => present()?.usernames).toEqual(['kim', 'lee'])
  const ofLee = [first, second].map((stream) => ({ id: ownOf(stream), username: 'lee' }))
  expect(new Set(present()?.streams)).toEqual(new Set(ofLee))
  await second.leave()
  await expect.poll(() => present()?.streams).toEqual([])
})

test('time counts as spent on an image only while somebody works on it', async () => {
  const { started, kim, lee, dataset, image } = await shared()
  const stream = await listen(started, lee, { imageId: image.id })
  const opened = () => started.db.selectFrom('presence').select('username').execute()
  await expect.poll(opened).toHaveLength(1)
  const work = () => lee.call(tellActivity, { body: { image_id: image.id } })
  const pauses = [40, 30, 1800]
  for (const pause of pauses) {
    started.advance(pause)
    expect((await work()).status).toBe(200)
  }
  // A user who has not opened it spends no time on it.
  await kim.call(tellActivity, { body: { image_id: image.id } })
  started.advance(20)
  await stream.leave()
  const time = async () => {
    const { body } = await kim.call(getStatistics, { params: { id: dataset.id } })
    return body.total['Time Annotating (s)']
  }
  await expect.poll(time).toBeGreaterThanOrEqual(90)
  expect(await time()).toBeLessThan(1800)
})

test('a server that stops ends its open streams first, and nobody is left as annotating', async () => {
  const { started, lee, image } = await shared()
  const stream = await listen(started, lee, { imageId: image.id })
  const present = () => started.db.selectFrom('presence').select('username').execute()
  await expect.poll(present).toHaveLength(1)
  await started.app.close()
  await expect.poll(() => stream.state.ended).toBe(true)
  expect(await present()).toEqual([])
})

test('two hundred streams of others on an image end nobody’s, and none is listed once closed', async () => {
  const { started, kim, lee, image } = await shared()
  const first = await listen(started, kim, { imageId: image.id })
  const others = await Promise.all(
    Array.from({ length: 40 }, (_, i) => started.given.user(`nurse${i}`.padEnd(60, 'x'))),
  )
  const params = { id: image.dataset_id }
  const users = ['lee', ...others.map(({ username }) => username)]
  await kim.call(shareDataset, { params, body: { users } })
  const streams = await Promise.all(
    others.flatMap((other) =>
      Array.from({ length: 5 }, () => listen(started, other, { imageId: image.id })),
    ),
  )
  const present = () => first.heard.findLast((event) => event.type === 'presence')
  await expect.poll(() => present()?.streams.length).toBe(200)
  expect(present()?.usernames).toHaveLength(41)
  await Promise.all(streams.map(({ leave }) => leave()))
  await expect.poll(() => present()?.usernames).toEqual(['kim'])
  expect(first.state.ended).toBe(false)
  const lees = await listen(started, lee, { imageId: image.id })
  await expect.poll(() => present()?.usernames).toEqual(['kim', 'lee'])
  expect(lees.state.ended).toBe(false)
})

test('a user with too many streams on an image is refused the next one, others are not', async () => {
  const { started, kim, lee, image } = await shared()
  const mine = []
  for (let i = 0; i < 16; i += 1) mine.push(await listen(started, kim, { imageId: image.id }))
  const query = { image_id: image.id }
  expect((await kim.call(getEvents, { query })).status).toBe(429)
  const lees = await listen(started, lee, { imageId: image.id })
  await expect.poll(() => lees.heard.length).toBeGreaterThan(0)
  await mine[0]?.leave()
  // The server notices when the connection closes, which it may learn after the next call.
  await expect
    .poll(async () => (await listen(started, kim, { imageId: image.id })).status)
    .toBe(200)
})
