import type { Page } from '@playwright/test'

import { listAssignedImages } from '#contract/adjudication'
import {
  createAssignment,
  getAssignment,
  getWorkCase,
  listWork,
  submitCase,
} from '#contract/assignments'
import { saveAnnotatorData } from '#contract/annotations'
import { drGrade } from '#contract/fields/built-in/dr-grade'
import { addSender } from '#contract/pacs'
import { checkText, listTextChecks, startRelease } from '#contract/releases'
import { arteriesVeins } from '#contract/results/arteries-veins'
import { report as overview } from '#contract/results/report'
import { zones } from '#contract/results/zones'
import { createUser } from '#contract/users'

import { password, signedIn, type NetworkClient } from '../tests/http-client.ts'

export type Language = 'en' | 'ko'
export const languages: readonly Language[] = ['en', 'ko']

type Who = 'administrator' | 'owner' | 'reader'

/** An installation whose screens are drawn. */
export interface Scene {
  readonly address: string
  readonly language: Language
  readonly dataset: number
  /** Images of a normal eye, of one with outlined lesions, and of one that was photographed again. */
  readonly images: Readonly<Record<'normal' | 'lesions' | 'followed', number>>
  /** Read by two readers. */
  readonly assignment: number
  /** An image of the assignment for which the readers gave different grades. */
  readonly disputed: number
  readonly usernames: Readonly<Record<Who, string>>
}

/** A screen of which the README and the handbook show a picture. */
interface Picture {
  readonly seenBy: Who
  readonly path: (scene: Scene) => string
  /** The steps on the page after it has opened. */
  readonly show: (page: Page, scene: Scene) => Promise<unknown>
  /** Pixels of the window, if the screen is short. */
  readonly height?: number
  /** Shows results, so that the scene's images must have been analysed. */
  readonly needsAnalysis?: true
}

/** The pictures by name, each with the way to its screen. */
export const pictures: Readonly<Record<string, Picture>> = {
  annotator: {
    seenBy: 'owner',
    path: ({ images }) => `/annotate/${images.normal}`,
    show: (page, { language }) => press(page, overview.title[language]),
    needsAnalysis: true,
  },
  measurements: {
    seenBy: 'owner',
    path: ({ images }) => `/annotate/${images.normal}`,
    show: (page, { language }) => press(page, zones.title[language]),
    needsAnalysis: true,
  },
  report: {
    seenBy: 'owner',
    path: ({ images }) => `/report/${images.followed}`,
    show: (page, { language }) =>
      page.getByText(arteriesVeins.title[language], { exact: true }).click(),
    needsAnalysis: true,
  },
  lesions: {
    seenBy: 'owner',
    path: ({ images }) => `/annotate/${images.lesions}`,
    show: (page) => page.getByRole('application').waitFor(),
  },
  grading: {
    seenBy: 'owner',
    path: ({ images }) => `/annotate/${images.lesions}`,
    async show(page, { language }) {
      await page.getByRole('application').waitFor()
      await page.keyboard.press('Shift+G')
      await page.getByRole('radiogroup', { name: drGrade.words[language] }).waitFor()
    },
  },
  datasets: {
    seenBy: 'owner',
    path: () => '/datasets',
    show: (page, { dataset }) =>
      page.locator(`a[href="/tabulardataset/${dataset}"]`).first().waitFor(),
  },
  table: {
    seenBy: 'owner',
    path: ({ dataset }) => `/tabulardataset/${dataset}`,
    show: (page) => page.getByRole('row').nth(2).waitFor(),
  },
  assignments: {
    seenBy: 'owner',
    path: ({ dataset }) => `/dataset/${dataset}?tab=assignments`,
    show: (page, { language }) => press(page, words[language].assignment),
  },
  work: {
    seenBy: 'reader',
    path: () => '/work',
    height: 300,
    show: (page, { language }) => page.getByText(words[language].assignment).first().waitFor(),
  },
  adjudication: {
    seenBy: 'owner',
    path: ({ dataset, assignment, disputed }) =>
      `/dataset/${dataset}/assignment/${assignment}/image/${disputed}`,
    show: (page) => page.getByRole('table').first().waitFor(),
  },
  releases: {
    seenBy: 'owner',
    path: ({ dataset }) => `/dataset/${dataset}?tab=releases`,
    show: (page, { language }) => page.getByText(words[language].release).waitFor(),
  },
  users: {
    seenBy: 'administrator',
    path: () => '/admin/panel',
    show: (page, { usernames }) =>
      page.getByRole('row', { name: usernames.reader }).first().waitFor(),
  },
  receiver: {
    seenBy: 'administrator',
    path: () => '/admin/dicom',
    show: (page) => page.getByText(station).waitFor(),
  },
}

const station = 'FUNDUS_CAM_1'

const words = {
  en: {
    assignment: 'Second reading',
    instructions: 'Grade by the standard photographs. In doubt, refer.',
    release: 'Diabetic retinopathy, 2024',
    readers: ['Lee Haneul', 'Park Jiho'],
  },
  ko: {
    assignment: '2차 판독',
    instructions: '표준 사진을 기준으로 판정하세요. 확실하지 않으면 의뢰하세요.',
    release: '당뇨망막병증 2024',
    readers: ['이하늘', '박지호'],
  },
} as const

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
}

/** Opens the screen of a picture, as it is drawn. */
export async function openScreen(page: Page, scene: Scene, picture: Picture): Promise<void> {
  await page.goto(picture.path(scene))
  await picture.show(page, scene)
}

/** Signs a page in as one of the scene's people, in the scene's language. */
export async function signInFor(
  page: Page,
  { usernames, language }: Scene,
  who: Who,
): Promise<void> {
  const context = page.context()
  await context.addInitScript({ content: `localStorage.setItem('language', '${language}')` })
  const data = { username: usernames[who], password }
  await context.request.post('/api/user/login', { data })
}

interface Given extends Pick<Scene, 'address' | 'language' | 'dataset' | 'images'> {
  readonly administrator: string
  readonly owner: string
  /** Usernames of new accounts. */
  readonly readers: readonly [first: string, second: string]
  /** Images to read. */
  readonly toRead: readonly number[]
}

/** Lets two new readers read images of a dataset that has the field of DR grades, and makes a release. */
export async function setScene({ readers, toRead, ...given }: Given): Promise<Scene> {
  const { address, language, dataset, images, ...people } = given
  const admin = await signedIn(address, people.administrator)
  const owner = await signedIn(address, people.owner)
  for (const [place, username] of readers.entries()) {
    const name = words[language].readers[place] ?? ''
    await admin.call(createUser, { body: { username, password, name } })
  }
  await admin.call(addSender, {
    body: { ae_title: station, address: '10.1.20.0/24', dataset_id: dataset },
  })
  const { id: assignment } = await owner.call(createAssignment, {
    params: { id: dataset },
    body: {
      name: words[language].assignment,
      instructions: words[language].instructions,
      images: [...toRead],
      readers: [...readers],
      fields: [drGrade.key],
      blinded: true,
      seed: 1,
    },
  })
  await untilReady(owner, { dataset, assignment })
  // The second reader has read half of the images, each with another grade.
  await grade(await signedIn(address, readers[0]), { cases: toRead.length, as: '2' })
  await grade(await signedIn(address, readers[1]), { cases: Math.ceil(toRead.length / 2), as: '3' })
  await checkAll(owner, dataset)
  const release = await owner.call(startRelease, {
    params: { id: dataset },
    body: { title: words[language].release, licence: 'CC BY 4.0', longest_side: 512 },
  })
  const { status } = await owner.finished(release.id)
  if (status !== 'succeeded') throw new Error('The release was not made.')
  const { images: read } = await owner.call(listAssignedImages, {
    params: { id: dataset, assignment },
  })
  const disputed = read.find(({ state }) => state === 'differs')?.image_id ?? 0
  const usernames = { ...people, reader: readers[1] }
  return { address, language, dataset, images, assignment, disputed, usernames }
}

async function untilReady(
  owner: NetworkClient,
  { dataset, assignment }: { dataset: number; assignment: number },
): Promise<void> {
  const params = { id: dataset, assignment }
  while (!(await owner.call(getAssignment, { params })).assignment.ready) {
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Pictures of patients are released only if somebody has looked for text in them. */
async function checkAll(owner: NetworkClient, dataset: number): Promise<void> {
  for (;;) {
    const { next } = await owner.call(listTextChecks, { params: { id: dataset } })
    if (next.length === 0) return
    for (const { id } of next)
      await owner.call(checkText, { params: { id }, body: { mask: false } })
  }
}

async function grade(
  reader: NetworkClient,
  { cases, as }: { cases: number; as: string },
): Promise<void> {
  for (let read = 0; read < cases; read += 1) {
    const [work] = await reader.call(listWork)
    const id = work?.next_image_id ?? 0
    const fields = { [drGrade.key]: { from: null, to: as } }
    await reader.call(saveAnnotatorData, { body: { image: { id, fields } } })
    const own = await reader.call(getWorkCase, { params: { id } })
    await reader.call(submitCase, { params: { id: own?.id ?? 0 } })
  }
}
