import { buildFile, photographWith } from '../../packages/dicom/testing/build-file.ts'
import { expect, password, test } from './fixtures.ts'
import { complaintsOf, givenDataset, givenImage, signIn, signInAsNew } from './given.ts'

/** Names that would do something if a screen took them for more than text. */
const hostile = [
  '<script>alert(1)<script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)' autofocus onfocus='alert(1)",
  'javascript:alert(1)',
  '<iframe srcdoc="<script>alert(1)<script>">',
  '<style>*{background:url(javascript:alert(1))}<style>',
  '<details open ontoggle=alert(1)>',
  '&lt;img src=x onerror=alert(1)&gt;',
  '{{constructor.constructor("alert(1)")()}}',
  '$t(shell.admin) {{name}} ${alert(1)}',
  '<ScRiPt>alert(1)<ScRiPt >',
  '<scr<script>ipt>alert(1)<script>',
  '<body onload=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<video><source onerror=alert(1)><video>',
  '<audio src=x onerror=alert(1)>',
  '<svg><script>alert(1)<script><svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<math href=javascript:alert(1)>x<math>',
  '<object data=javascript:alert(1)>',
  '<embed src=javascript:alert(1)>',
  '<a href=javascript:alert(1) autofocus>x<a>',
  '<form action=javascript:alert(1)><button autofocus>x',
  '<base href=https:evil.test>',
  '<link rel=stylesheet href=https:evil.test>',
  '<meta http-equiv=refresh content=0;url=https:evil.test>',
  '<img src=https:evil.test:x>',
  '<marquee onstart=alert(1)>',
  '<template><img src=x onerror=alert(1)><template>',
  '<noscript><p title="<noscript><img src=x onerror=alert(1)>">',
  '<textarea><img src=x onerror=alert(1)>',
  '<title><img src=x onerror=alert(1)>',
  '--><script>alert(1)<script>',
  ']]><script>alert(1)<script>',
  '");alert(1);("',
  "';alert(1);'",
  '`;alert(1);`',
  '${alert(1)}',
  '#{alert(1)}',
  '<%= alert(1) %>',
  '[x](javascript:alert(1))',
  '＜script＞alert(1)＜script＞',
  '&#60;script&#62;alert(1)',
] as const

const own = `${Date.now() % 1e6}`

test('hostile names are shown as the text that they are', async ({ page, person }) => {
  const complaints = await complaintsOf(page)
  let last = { id: 0 }
  for (const name of hostile) {
    const gone = await givenDataset(person, `${name} gone ${own}`)
    await person.api.delete(`/api/dataset/${gone.id}`)
    last = await givenDataset(person, `${name} ${own}`, [`${name} ${own}`])
    await givenImage(person, last.id, `${name}.png`)
  }

  for (const address of ['/', '/categories']) {
    await page.goto(address)
    for (const name of hostile) {
      await expect(
        page.getByRole('listitem').getByText(`${name} ${own}`, { exact: true }),
      ).toBeVisible()
    }
  }
  await page.goto('/undo')
  for (const name of hostile) {
    await expect(page.getByRole('cell', { name: `${name} gone ${own}`, exact: true })).toBeVisible()
  }
  const name = hostile.at(-1) ?? ''
  await page.goto(`/dataset/${last.id}`)
  await expect(page.getByRole('heading', { name: `${name} ${own}` })).toBeVisible()
  await expect(page).toHaveTitle(`${name} ${own} · Fovea`)
  await expect(page.getByRole('link', { name: `${name}.png` })).toBeVisible()
  await page.getByRole('button', { name: `${name}.png` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toContainText(`${name}.png has no annotations.`)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`The image ${name}.png was deleted.`)).toBeVisible()
  expect(complaints).toEqual([])
})

test('hostile patients, labels, metadata and log lines are text too', async ({ page, person }) => {
  const complaints = await complaintsOf(page)
  const labels = hostile.map((text) => text.slice(0, 60))
  const created = await person.api.post('/api/category/', {
    data: { name: `Points ${own}`, keypoint_labels: labels },
  })
  expect(created.ok(), await created.text()).toBe(true)
  const dataset = await givenDataset(person, `Facts ${own}`, [`Points ${own}`])
  const patients = hostile.map((text) =>
    text
      .slice(0, 60)
      .replaceAll(/[\\^=]/g, ' ')
      .trim(),
  )
  let last = 0
  for (const [index, patient] of patients.entries()) {
    const file = photographWith(
      ['00080005', 'CS', 'ISO_IR 192'],
      ['00080018', 'UI', `1.2.3.${own}.${index + 1}`],
      ['00100010', 'PN', patient],
    )
    const buffer = Buffer.from(buildFile(file))
    const image = { name: `${index}.dcm`, mimeType: 'application/dicom', buffer }
    const sent = await person.api.post(`/api/image/?dataset_id=${dataset.id}`, {
      multipart: { image },
    })
    expect(sent.status(), await sent.text()).toBe(201)
    last = (await sent.json()).image.id
  }
  const metadata = Object.fromEntries(hostile.map((text, index) => [`${text} ${index}`, text]))
  const saved = await person.api.post('/api/annotator/data', {
    data: { image: { id: last, metadata } },
  })
  expect(saved.ok(), await saved.text()).toBe(true)
  const coco = { images: hostile.map((text, id) => ({ id, file_name: text })) }
  const imported = await person.api.post(`/api/dataset/${dataset.id}/coco`, {
    multipart: {
      coco: {
        name: 'hostile.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify({ ...coco, categories: [], annotations: [] })),
      },
    },
  })
  expect(imported.ok(), await imported.text()).toBe(true)
  const { id: task } = await imported.json()

  await page.goto(`/tabulardataset/${dataset.id}`)
  await page.getByRole('button', { name: 'All' }).first().click()
  await expect(page.getByText(patients[1] ?? '').first()).toBeVisible()
  await page.goto(`/annotate/${last}`)
  await expect(page.getByText(`Points ${own}`).first()).toBeVisible()
  await page.goto(`/tasks?id=${task}`)
  await expect(
    page.getByText('Images of the file that are not in the dataset').first(),
  ).toBeVisible()
  expect(complaints).toEqual([])
})

test('an administrator sees hostile names as text too', async ({ page, context, admin }) => {
  const complaints = await complaintsOf(page)
  for (const [index, name] of hostile.entries()) {
    const gone = await givenDataset(admin, `${name} seen ${own}`)
    await admin.api.delete(`/api/dataset/${gone.id}`)
    const data = { username: `hostile-${own}-${index}`, name, password }
    expect((await admin.api.post('/api/admin/user/', { data })).ok()).toBe(true)
  }
  await signIn(context, admin)

  await page.goto('/admin/panel')
  await page.getByLabel('Username or name').fill(`hostile-${own}`)
  for (const name of hostile) await expect(page.getByRole('cell', { name }).first()).toBeVisible()
  await page.goto('/admin/audit?action=deleteDataset&username=administrator')
  for (const name of hostile)
    await expect(page.getByText(`${name} seen ${own}`).first()).toBeVisible()
  expect(complaints).toEqual([])
})

test('a hostile name of a user is greeted as text', async ({ page, context, admin }) => {
  const complaints = await complaintsOf(page)
  const name = '<img src=x onerror=alert(1)>'
  await signInAsNew(context, admin, { username: `greeted-${Date.now() % 1e6}`, name })
  await page.goto('/user')
  await expect(page.getByRole('heading', { name: `Hello, ${name}` })).toBeVisible()
  await expect(page.getByRole('button', { name: `User menu of ${name}` })).toBeVisible()
  expect(complaints).toEqual([])
})

test('an address within a page cannot lead to another site', async ({ page, person }) => {
  expect(person.username).not.toBe('')
  const complaints = await complaintsOf(page)
  for (const [address, status] of [
    ['/undo?type=javascript:alert(1)', 200],
    ['/tasks?id=<script>', 200],
    ['/%2F%2Fevil.test', 404],
  ] as const) {
    expect((await page.goto(address))?.status()).toBe(status)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(new URL(page.url()).hostname).toBe('127.0.0.1')
  }
  expect(complaints.filter((each) => !each.includes('404 (Not Found)'))).toEqual([])
})
