import { startFovea } from '../running-fovea.ts'
import { expect, password, test } from './fixtures.ts'
import { givenDataset, givenImage, photograph, signIn } from './given.ts'

test.use({ locale: 'ko-KR' })

test('refusals of the server are in Korean', async ({ page, person, context }) => {
  await context.clearCookies()
  await page.goto('/')
  await page.getByLabel('사용자 이름').fill(person.username)
  await page.getByLabel('비밀번호', { exact: true }).fill('Wrong-Horse-7')
  await page.getByRole('button', { name: '로그인' }).click()
  await expect(page.getByText('사용자 이름 또는 비밀번호가 올바르지 않습니다.')).toBeVisible()
})

test('a name that is taken and a file that is no image are refused in Korean', async ({
  page,
  person,
}) => {
  const name = `한국어 ${person.username}`
  const { id } = await givenDataset(person, name)
  await page.goto('/')
  await page.getByRole('button', { name: '데이터셋 만들기' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('데이터셋 이름').fill(name)
  await dialog.getByRole('button', { name: '만들기' }).click()
  await expect(page.getByText('같은 이름의 데이터셋이 이미 있습니다.').first()).toBeVisible()

  await page.goto(`/tabulardataset/${id}`)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '업로드' }).first().click()
  await page.getByRole('button', { name: '파일 선택' }).click()
  const text = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') }
  await (await chooser).setFiles([text, await photograph('eye.png')])
  await expect(page.getByText(/notes\.png: .*지원하는 영상이 아닙니다/u)).toBeVisible()
})

test('a mistyped current password is reported, and does not end the session', async ({
  page,
  person,
}) => {
  await page.goto('/user')
  await page.getByLabel('현재 비밀번호').fill('Wrong-Horse-7')
  await page.getByLabel('새 비밀번호', { exact: true }).fill('New-Horse-8')
  await page.getByLabel('비밀번호 확인').fill('New-Horse-8')
  await page.getByRole('button', { name: '비밀번호 변경' }).click()
  await expect(page.getByText('현재 비밀번호가 올바르지 않습니다.')).toBeVisible()
  await expect(page).toHaveURL(/\/user$/u)
  await expect(page.getByText(person.username).first()).toBeVisible()
})

test('tasks have Korean names and log lines', async ({ page, person }) => {
  const dataset = await givenDataset(person, `작업 ${person.username}`, ['Drusen'])
  await givenImage(person, dataset.id, 'eye.png')
  await person.api.post(`/api/dataset/${dataset.id}/export`, { data: {} })
  await page.goto('/tasks')
  await expect(page.getByRole('heading', { name: '내보내기', exact: true })).toBeVisible()
  await expect(page.getByText(`작업 ${person.username} 데이터셋 내보내기 (COCO)`)).toBeVisible()
  await page.getByRole('button', { name: '로그' }).click()
  await expect(page.getByText(/영상 \d개와 주석 0개를 기록했습니다\./u)).toBeVisible()
})

test('an administrator’s changes are confirmed in Korean', async ({ page, context, admin }) => {
  const username = `korea.${Date.now() % 1e6}`
  const data = { username, name: 'Park', password }
  expect((await admin.api.post('/api/admin/user/', { data })).ok()).toBe(true)
  await signIn(context, admin)
  await page.goto('/admin/panel?limit=1000')
  const row = page.getByRole('row').filter({ hasText: username })
  await row.getByRole('button', { name: `${username} 편집` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('이름', { exact: true }).fill('Park Ji-woo')
  await dialog.getByRole('button', { name: '저장' }).click()
  await expect(page.getByText(`${username} 사용자의 정보를 수정했습니다.`)).toBeVisible()
})

test('a file that is too large is refused before it is sent', async ({ page }) => {
  const small = await startFovea({ UPLOAD_MEGABYTES: '1' })
  try {
    const data = { username: 'first', password, confirm_password: password, name: '' }
    const answer = await page.request.post(`${small.address}/api/user/register`, { data })
    expect(answer.ok(), await answer.text()).toBe(true)
    const made = await page.request.post(`${small.address}/api/dataset/`, { data: { name: 'A' } })
    const { id } = await made.json()
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.method()} ${request.url()}`))
    await page.goto(`${small.address}/tabulardataset/${id}`)
    await page.getByRole('button', { name: '업로드' }).first().click()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: '파일 선택' }).click()
    const buffer = Buffer.alloc(2 ** 20 + 1)
    await (await chooser).setFiles({ name: 'huge.png', mimeType: 'image/png', buffer })
    await expect(page.getByText('huge.png: 파일 하나에 허용된 1 MB보다 큽니다.')).toBeVisible()
    expect(sent.filter((each) => each.startsWith('POST'))).toEqual([])
  } finally {
    await small.stop()
  }
})
