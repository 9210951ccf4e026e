import type { Page } from '@playwright/test'

import { expectAccessibleAsShown } from './accessible.ts'
import { expect, type Person, test } from './fixtures.ts'
import { givenAnnotation, givenDataset, givenImage, signIn } from './given.ts'

/** Every screen has something on it. */
async function givenSomethingEverywhere(
  admin: Person,
): Promise<{ dataset: number; image: number }> {
  const own = `${Date.now() % 1e6}`
  const dataset = await givenDataset(admin, `Accessible ${own}`, [`Drusen ${own}`])
  const image = await givenImage(admin, dataset.id, `eye-${own}.png`)
  await givenAnnotation(admin, image.id)
  const gone = await givenDataset(admin, `Gone ${own}`)
  await admin.api.delete(`/api/dataset/${gone.id}`)
  await admin.api.post(`/api/dataset/${dataset.id}/export`, { data: {} })
  return { dataset: dataset.id, image: image.id }
}

/** Colours are the same in any language, and words in any colours: two visits show all of them. */
const visits = { en: 'light', ko: 'dark' } as const

for (const [language, texts] of [
  ['en', { create: 'Create Dataset', createCategory: 'Create', createUser: 'Create User' }],
  ['ko', { create: '데이터셋 만들기', createCategory: '만들기', createUser: '사용자 만들기' }],
] as const) {
  const colorScheme = visits[language]
  test(`every screen is accessible, ${language}, ${colorScheme}`, async ({
    page,
    context,
    admin,
  }) => {
    // Some forty examinations, each of which takes seconds under load.
    test.setTimeout(360_000)
    const { dataset, image } = await givenSomethingEverywhere(admin)
    await page.emulateMedia({ colorScheme })
    await page.addInitScript({ content: `localStorage.setItem('language', '${language}')` })
    await page.goto('/auth')
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await expectAccessibleAsShown(page, 'sign-in')
    await signIn(context, admin)

    await page.goto('/about')
    // One row of the list is like another.
    await page.getByRole('searchbox').fill('mantine')
    await expectAccessibleAsShown(page, '/about')
    for (const screen of [
      '/undo?limit=50',
      '/tasks',
      '/user',
      '/admin/audit?action=createDataset',
      '/admin/references',
      '/admin/patients',
      '/admin/sites',
      '/admin/system',
      '/admin/models',
      '/admin/dicom',
      '/admin/outbox',
      '/help',
      `/report/${image}`,
      `/report/${image}/patient`,
      '/nowhere',
    ]) {
      await page.goto(screen)
      await expectAccessibleAsShown(page, screen)
    }
    const plain = await givenDataset(admin, `Plain ${Date.now() % 1e6}`)
    const { id } = await givenImage(admin, plain.id, 'without-categories.png')
    await page.goto(`/annotate/${id}`)
    await expectAccessibleAsShown(page, 'the annotator without categories')
    await page.goto(`/tabulardataset/${dataset}`)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await expectAccessibleAsShown(page, 'the table of the dataset')
    await page.goto(`/dataset/${dataset}`)
    for (const number of [0, 1, 2]) {
      await page.getByRole('tab').nth(number).click()
      await expectAccessibleAsShown(page, `tab ${number} of the dataset`)
    }
    for (const [screen, button] of [
      ['/', texts.create],
      ['/categories', texts.createCategory],
      ['/admin/panel', texts.createUser],
    ] as const) {
      await page.goto(screen)
      await expectAccessibleAsShown(page, screen)
      await page.getByRole('button', { name: button }).first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessibleAsShown(page, `dialog of ${screen}`)
    }
  })
}

for (const [language, texts] of [
  [
    'en',
    {
      settings: 'Settings',
      help: 'Help',
      copy: 'Copy annotations',
      shape: 'Change the shape',
      merge: 'Merge',
      ofCategory: 'Colour of the category…',
      ofAnnotation: 'Category, colour, metadata…',
    },
  ],
  [
    'ko',
    {
      settings: '설정',
      help: '도움말',
      copy: '주석 복사',
      shape: '모양 바꾸기',
      merge: '합치기',
      ofCategory: '분류 색상…',
      ofAnnotation: '분류, 색상, 메타데이터…',
    },
  ],
] as const) {
  const colorScheme = visits[language]
  test(`the annotator's dialogs are accessible, ${language}, ${colorScheme}`, async ({
    page,
    person,
  }) => {
    test.setTimeout(180_000)
    const dataset = await givenDataset(person, `Dialogs ${person.username}`, ['Drusen'])
    const image = await givenImage(person, dataset.id, 'eye.png')
    await givenAnnotation(person, image.id)
    await page.emulateMedia({ colorScheme })
    await page.addInitScript({ content: `localStorage.setItem('language', '${language}')` })
    await page.goto(`/annotate/${image.id}`)
    await page.getByRole('application').waitFor()
    const close = async () => {
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    for (const name of [texts.help, texts.copy, texts.settings]) {
      await page.getByRole('button', { name, exact: true }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessibleAsShown(page, `dialog ${name}`)
      if (name !== texts.settings) await close()
    }
    await page.getByRole('tab').nth(1).click()
    await expectAccessibleAsShown(page, 'settings of shortcuts')
    await close()
    // The menus of the category and, last, of the annotation.
    for (const [row, item] of [texts.ofCategory, texts.ofAnnotation].entries()) {
      await page.getByRole('listitem').nth(row).getByRole('button').last().click()
      await page.getByRole('menuitem', { name: item }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessibleAsShown(page, `dialog ${item} of the list`)
      await close()
    }
    await page.keyboard.press('ArrowDown')
    await page.getByRole('button', { name: texts.shape }).click()
    await page.getByRole('menuitem', { name: texts.merge }).hover()
    await expectAccessibleAsShown(page, 'menu with a disabled entry under the pointer')
  })
}

interface Stops {
  readonly count: number
  /** The starts of their HTML: stops whose focus nothing shows, and stops that keep the Tab key. */
  readonly unseen: readonly string[]
  readonly trapping: readonly string[]
  /** Stops that do not come in the order of the document. */
  readonly displaced: readonly string[]
}

/** Focuses each stop of Tab. As text: it runs in the browser, whose types this file does not have. */
const visitStops = `(() => {
  const stops = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')]
    .filter((each) => each.tabIndex >= 0 && !each.disabled && each.checkVisibility({ visibilityProperty: true }))
  const isSeen = (stop) => {
    stop.focus({ preventScroll: true })
    // A card shows the focus of its link, and a frame that of its field.
    const hasOutline = (each) => each !== null && (getComputedStyle(each).outlineStyle !== 'none' || hasOutline(each.parentElement))
    return hasOutline(stop) || getComputedStyle(stop.closest('.mantine-Input-input') ?? stop).boxShadow !== 'none'
  }
  const keepsTab = (stop) =>
    !stop.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', code: 'Tab', bubbles: true, cancelable: true }))
  const start = (found) => found.map((each) => each.outerHTML.slice(0, 150))
  return {
    count: stops.length,
    unseen: start(stops.filter((each) => !isSeen(each))),
    trapping: start(stops.filter(keepsTab)),
    displaced: start(stops.filter((each) => each.tabIndex > 0)),
  }
})()`

/** The controls that the keyboard reaches, and screen readers could only call by their role. */
async function namelessControls(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  return nodes
    .filter(({ ignored, role, properties }) => {
      const isFocusable = properties?.some(({ name, value }) => name === 'focusable' && value.value)
      return !ignored && isFocusable && !['RootWebArea', 'main'].includes(role?.value)
    })
    .filter(({ name }) => !name?.value)
    .map(({ role, backendDOMNodeId }) => `${role?.value} ${backendDOMNodeId}`)
}

test('every stop of Tab has a name and a visible focus, and leads on', async ({
  page,
  context,
  admin,
}) => {
  const { dataset, image } = await givenSomethingEverywhere(admin)
  await signIn(context, admin)
  for (const screen of [
    '/',
    `/dataset/${dataset}`,
    `/tabulardataset/${dataset}`,
    `/annotate/${image}`,
    `/report/${image}`,
    '/categories',
    '/user',
    '/admin/panel',
    '/admin/audit',
    '/admin/dicom',
  ]) {
    await page.goto(screen)
    await page.getByRole('heading').first().waitFor()
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
    // From now on the browser shows the focus, as for a keyboard.
    await page.keyboard.press('Tab')
    const { count, ...faults } = (await page.evaluate(visitStops)) as Stops
    expect.soft(count, `stops of ${screen}`).toBeGreaterThan(8)
    expect.soft(faults, screen).toEqual({ unseen: [], trapping: [], displaced: [] })
    expect.soft(await namelessControls(page), `controls without a name on ${screen}`).toEqual([])
  }
})

test('a new screen takes the focus and is told by its title', async ({ page, context, admin }) => {
  await signIn(context, admin)
  await page.goto('/')
  await page.getByRole('link', { name: 'Admin', exact: true }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.locator('[aria-live]', { hasText: 'Users · Fovea' })).toBeAttached()
})
