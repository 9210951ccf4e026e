import { expect, test } from 'vitest'

import { register } from '#contract/account'
import { createCategory } from '#contract/categories'
import { createUser } from '#contract/users'

import { startApp } from '../../testing/start-app.ts'

test('a refused field is reported in the schema’s own message, in English and by key', async () => {
  const { visitor } = await startApp()
  const answer = await visitor.call(register, {
    body: { username: 'kim lee', password: 'Calm-Horse-7', confirm_password: 'another', name: '' },
  })
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({
    code: 'invalid_input',
    fields: { username: 'Only letters, digits, underscore, dot and hyphen are allowed.' },
    field_messages: { username: { key: 'account.usernameSigns', params: {} } },
  })
})

test('an issue without a message in its schema is reported by its kind, with its limits', async () => {
  const { given } = await startApp()
  const admin = await given.user('boss', { isAdmin: true })
  const user = await admin.call(createUser, {
    body: { username: 'x'.repeat(65), password: '', nickname: 'X' } as never,
  })
  expect(user.body.fields).toEqual({
    username: 'At most 64 characters are allowed.',
    password: 'This must not be empty.',
    name: 'This is required.',
    request: 'Unknown fields: nickname.',
  })
  expect(user.body.message).toBe(
    'Username: At most 64 characters are allowed. Password: This must not be empty. Name: This is required. Unknown fields: nickname.',
  )
  const category = await admin.call(createCategory, {
    body: { name: 'Disc', keypoint_edges: [[0, 1]], keypoint_labels: 'none' } as never,
  })
  expect(category.body).toHaveProperty('field_messages', {
    keypoint_labels: { key: 'input.notList', params: {} },
    'keypoint_edges.0.0': { key: 'input.tooSmall', params: { count: 1 } },
  })
})

test.each([
  ['half of a letter of UTF-8', '/api/dataset?name=%ED%99'],
  ['a letter of another encoding', '/api/dataset?name=%C8%AB'],
  ['a NUL', '/api/dataset?name=a%00'],
  ['a sign that begins nothing', '/api/dataset?name=100%'],
])('%s in an address is refused', async (_what, url) => {
  const { app } = await startApp()
  const answer = await app.inject({ method: 'GET', url })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ code: 'invalid_input' })
})
