import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { deleteAnnotation, createAnnotation } from '#contract/annotations'
import {
  answerThread,
  beginThread,
  changeComment,
  countCommentNotices,
  deleteComment,
  listCommentNotices,
  listThreads,
  type NewPin,
  readCommentNotices,
  settleThread,
} from '#contract/comments'
import { getDatasetData, shareDataset } from '#contract/datasets'
import { deleteImage } from '#contract/images'
import { deleteForGood } from '#contract/undo'

import type { Account } from '../../testing/given.ts'
import { startApp } from '../../testing/start-app.ts'
import { withMail } from '../../testing/with-mail.ts'
import { listen, shared } from '../live/testing/listen.ts'

const wholeImage = { kind: 'image' } as const

async function ask(of: Account, imageId: number, comment: string, pin: NewPin = wholeImage) {
  const { body } = await of.call(beginThread, {
    params: { id: imageId },
    body: { pin, comment, save_id: randomUUID() },
  })
  return body
}

async function answer(of: Account, threadId: number, comment: string) {
  const { body } = await of.call(answerThread, {
    params: { id: threadId },
    body: { comment, save_id: randomUUID() },
  })
  return body
}

async function threadsOf(of: Account, imageId: number) {
  return (await of.call(listThreads, { params: { id: imageId } })).body
}

async function noticesOf(of: Account) {
  const { body: all } = await of.call(listCommentNotices)
  const { body: count } = await of.call(countCommentNotices)
  return { all, unread: count.unread }
}

test('a question at a place is answered, resolved and opened again', async () => {
  const { kim, lee, image } = await shared()
  const { id } = await ask(kim, image.id, ' A haemorrhage? ', { kind: 'place', x: 10.5, y: 20 })
  await answer(lee, id, 'A vessel.')
  await lee.call(settleThread, { params: { id }, body: { resolved: true } })
  const [thread] = await threadsOf(kim, image.id)
  expect(thread).toMatchObject({
    pin: { kind: 'place', x: 10.5, y: 20 },
    resolved: { by: { username: 'lee' }, at: expect.stringMatching(/^\d{4}-/) },
    comments: [
      { author: { username: 'kim' }, text: 'A haemorrhage?', is_own: true, edited_at: null },
      { author: { username: 'lee' }, text: 'A vessel.', is_own: false },
    ],
  })
  const opened = await kim.call(settleThread, { params: { id }, body: { resolved: false } })
  expect(opened.body.resolved).toBeNull()
})

test('a comment that is sent again is kept once, also at the same time', async () => {
  const { kim, image } = await shared()
  const params = { id: image.id }
  const begun = { pin: wholeImage, comment: 'Twice?', save_id: randomUUID() }
  const [first, second] = await Promise.all([
    kim.call(beginThread, { params, body: begun }),
    kim.call(beginThread, { params, body: begun }),
  ])
  expect(second.body).toEqual(first.body)
  const answered = { comment: 'Once.', save_id: randomUUID() }
  const thread = { id: first.body.id }
  await Promise.all([
    kim.call(answerThread, { params: thread, body: answered }),
    kim.call(answerThread, { params: thread, body: answered }),
  ])
  const [only, ...others] = await threadsOf(kim, image.id)
  expect([only?.comments.map(({ text }) => text), others]).toEqual([['Twice?', 'Once.'], []])
})

test('only its author changes or deletes a comment; an answered one leaves its place', async () => {
  const { kim, lee, image } = await shared()
  const { id, comments } = await ask(kim, image.id, 'Whta is this?')
  const params = { id: comments[0]?.id ?? 0 }
  const foreign = await lee.call(changeComment, { params, body: { comment: 'Mine now' } })
  expect([foreign.status, (await lee.call(deleteComment, { params })).status]).toEqual([404, 404])
  const { body } = await kim.call(changeComment, { params, body: { comment: 'What is this?' } })
  expect(body.comments).toMatchObject([
    { text: 'What is this?', edited_at: expect.stringMatching(/^\d{4}-/) },
  ])
  const answered = await answer(lee, id, 'A drusen.')
  await kim.call(deleteComment, { params })
  const [left] = await threadsOf(lee, image.id)
  expect(left?.comments).toMatchObject([{ text: '', is_deleted: true }, { text: 'A drusen.' }])
  expect((await kim.call(changeComment, { params, body: { comment: 'Back' } })).status).toBe(404)
  await lee.call(deleteComment, { params: { id: answered.comments[1]?.id ?? 0 } })
  expect(await threadsOf(lee, image.id)).toEqual([])
})

test('a viewer reads, and writes nothing', async () => {
  const { started, kim, dataset, image } = await shared()
  const choi = await started.given.user('choi')
  const users = [{ username: 'choi', role: 'viewer' as const }]
  await kim.call(shareDataset, { params: { id: dataset.id }, body: { users } })
  const { id } = await ask(kim, image.id, 'Gradable?')
  expect(await threadsOf(choi, image.id)).toHaveLength(1)
  const body = { comment: 'No.', save_id: randomUUID() }
  expect((await choi.call(answerThread, { params: { id }, body })).status).toBe(403)
  const settled = await choi.call(settleThread, { params: { id }, body: { resolved: true } })
  expect(settled.status).toBe(403)
})

test('a thread outlives the annotation that it is about, and is deleted with its image', async () => {
  const { kim, image, annotate, started } = await shared()
  const { body: annotation } = await annotate()
  const pin = { kind: 'annotation', annotation_id: annotation.id } as const
  await ask(kim, image.id, 'Too large?', pin)
  await kim.call(deleteAnnotation, { params: { id: annotation.id } })
  expect(await threadsOf(kim, image.id)).toMatchObject([
    { pin: { kind: 'annotation', annotation_id: null } },
  ])
  const late = await kim.call(beginThread, {
    params: { id: image.id },
    body: { pin, comment: 'And this?', save_id: randomUUID() },
  })
  expect(late.status).toBe(404)
  await kim.call(createAnnotation, {
    body: { image_id: image.id, category_id: annotation.category_id, restores: annotation.id },
  })
  expect(await threadsOf(kim, image.id)).toMatchObject([{ pin }])
  await kim.call(deleteImage, { params: { id: image.id } })
  await kim.call(deleteForGood, { query: { id: image.id, instance: 'image' } })
  expect(await started.db.selectFrom('comment_thread').selectAll().execute()).toEqual([])
})

test('mentioned people and earlier authors are told live, until they have read it', async () => {
  const { started, kim, lee, image } = await shared()
  const { heard } = await listen(started, lee)
  const { id } = await ask(kim, image.id, 'What does @Lee. think? I, @kim, wonder; ask kim@lee.org')
  await expect
    .poll(() => heard)
    .toEqual(
      expect.arrayContaining([{ type: 'notices' }, { type: 'comments', image_id: image.id }]),
    )
  expect(await threadsOf(lee, image.id)).toMatchObject([
    { is_unread: true, comments: [{ mentions: ['lee'] }] },
  ])
  expect(await noticesOf(lee)).toMatchObject({
    unread: 1,
    all: [{ thread_id: id, reason: 'mention', image: { id: image.id }, is_read: false }],
  })
  await lee.call(readCommentNotices, { body: { thread_id: id } })
  expect(await noticesOf(lee)).toMatchObject({ unread: 0, all: [{ is_read: true }] })
  expect(await threadsOf(lee, image.id)).toMatchObject([{ is_unread: false }])
  await answer(lee, id, 'A vessel.')
  expect(await noticesOf(kim)).toMatchObject({
    unread: 1,
    all: [{ reason: 'answer', author: { username: 'lee' }, text: 'A vessel.' }],
  })
})

test('people who may not see the dataset are not told, nor those who may no more', async () => {
  const { started, kim, lee, dataset, image } = await shared()
  const stranger = await started.given.user('stranger')
  const { comments } = await ask(kim, image.id, 'See @stranger and @lee')
  expect(comments).toMatchObject([{ mentions: ['lee'] }])
  expect(await noticesOf(stranger)).toEqual({ all: [], unread: 0 })
  await kim.call(shareDataset, { params: { id: dataset.id }, body: { users: [] } })
  expect(await noticesOf(lee)).toEqual({ all: [], unread: 0 })
  await kim.call(changeComment, {
    params: { id: comments[0]?.id ?? 0 },
    body: { comment: 'See nobody' },
  })
  await kim.call(shareDataset, { params: { id: dataset.id }, body: { users: ['lee'] } })
  expect(await noticesOf(lee)).toEqual({ all: [], unread: 0 })
})

test('images with open comments are counted and found', async () => {
  const { started, kim, dataset, image } = await shared()
  await started.given.image(kim, dataset)
  const { id } = await ask(kim, image.id, 'Gradable?')
  await ask(kim, image.id, 'Which eye?')
  const found = async () => {
    const query = { open_comments: 'true' } as const
    const { body } = await kim.call(getDatasetData, { params: { id: dataset.id }, query })
    return body.images.map((each) => [each.id, each.openThreads])
  }
  expect(await found()).toEqual([[image.id, 2]])
  await kim.call(settleThread, { params: { id }, body: { resolved: true } })
  expect(await found()).toEqual([[image.id, 1]])
})

test('a mention is mailed with a link alone, once for several in a row', async () => {
  const { given, db, admin, nextMail, advance, peer } = await withMail()
  const lee = await given.user('lee')
  await db
    .updateTable('app_user')
    .set({ email: 'lee@hospital.example' })
    .where('id', '=', lee.id)
    .execute()
  const dataset = await given.dataset(admin, { name: 'Secret study', sharedWith: [lee] })
  const image = await given.image(admin, dataset, { name: 'Hong_Gildong.png' })
  const { id } = await ask(admin, image.id, '@lee is this a haemorrhage of Hong?')
  await answer(admin, id, '@lee or a microaneurysm?')
  advance(600)
  const { text } = await nextMail()
  expect(text).toContain(`https://fovea.hospital.example/annotate/${image.id}?thread=${id}`)
  expect(text).not.toMatch(/Hong|haemorrhage|Secret/)
  expect(peer.received).toHaveLength(1)
})

test('without sign-in, whoever is there comments, and changes any comment', async () => {
  const { given, visitor } = await startApp({ loginEnabled: false })
  const image = await given.image(visitor, await given.dataset(visitor))
  const params = { id: image.id }
  const body = { pin: wholeImage, comment: 'Gradable, @kim?', save_id: randomUUID() }
  const begun = await visitor.call(beginThread, { params, body })
  expect(begun.body.comments).toMatchObject([{ author: { username: '' }, is_own: true }])
  expect((await visitor.call(countCommentNotices)).body).toEqual({ unread: 0 })
})
