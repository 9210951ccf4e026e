import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

import type { Page } from '@playwright/test'
import sharp from 'sharp'

import { fixtureFile } from '../../apps/server/src/testing/fixture-file.ts'
import { expect, test } from './fixtures.ts'
import { givenDataset } from './given.ts'

const cache = path.join(import.meta.dirname, '../../.cache')
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
}

/** The folder of the built viewer; undefined if it could not be fetched. */
async function viewerFolder(): Promise<string | undefined> {
  const names = existsSync(cache) ? await readdir(cache) : []
  const folders = names.filter((name) => name.startsWith('ohif-app')).map(distOf)
  return folders.find((folder) => existsSync(path.join(folder, 'index.html')))
}

function distOf(name: string): string {
  return path.join(cache, name, 'package/dist')
}

/** As described in docs/dicomweb.md. */
function configurationFor(dataset: number): string {
  const root = `/api/dicomweb/dataset/${dataset}`
  const source = {
    namespace: '@ohif/extension-default.dataSourcesModule.dicomweb',
    sourceName: 'fovea',
    configuration: {
      friendlyName: 'Fovea',
      qidoRoot: root,
      wadoRoot: root,
      wadoUriRoot: root,
      qidoSupportsIncludeField: true,
      imageRendering: 'wadors',
      thumbnailRendering: 'wadors',
    },
  }
  const configuration = {
    routerBasename: null,
    extensions: [],
    modes: [],
    customizationService: {},
    showStudyList: true,
    defaultDataSourceName: 'fovea',
    dataSources: [source],
  }
  return `window.config = ${JSON.stringify(configuration)}`
}

function isViewers({ pathname }: URL): boolean {
  return !pathname.startsWith('/api/')
}

/** The viewer on Fovea's own host, whose calls alone reach Fovea. */
async function serveViewer(page: Page, folder: string, dataset: number): Promise<void> {
  await page.route(isViewers, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/app-config.js') {
      await route.fulfill({ contentType: 'text/javascript', body: configurationFor(dataset) })
      return
    }
    const file = path.join(folder, pathname)
    const shown = path.extname(pathname) === '' ? path.join(folder, 'index.html') : file
    if (!existsSync(shown)) return route.fulfill({ status: 404 })
    const contentType = types[path.extname(shown)] ?? 'application/octet-stream'
    await route.fulfill({ contentType, body: await readFile(shown) })
  })
}

/** The mean colour in the middle of the picture. */
async function colourOf(page: Page): Promise<{ red: number; blue: number }> {
  const picture = await page.locator('.cornerstone-canvas').first().screenshot()
  const { width, height } = await sharp(picture).metadata()
  const middle = { left: width >> 2, top: height >> 2, width: width >> 1, height: height >> 1 }
  const { channels } = await sharp(await sharp(picture).extract(middle).toBuffer()).stats()
  const [red, , blue] = channels
  return { red: red?.mean ?? NaN, blue: blue?.mean ?? NaN }
}

test('the OHIF viewer lists the studies of a dataset and shows its photographs', async ({
  page,
  person,
}) => {
  const folder = await viewerFolder()
  const names = ['000_rgb_le', '000_mono16', '000_j2k', '000_rle', '000_mf_jpeg']
  const files = names.map((name) => fixtureFile(`dicom/syntaxes/${name}.dcm`))
  test.skip(folder === undefined, 'The viewer is not installed.')
  const { id } = await givenDataset(person, `Seen in OHIF by ${person.username}`)
  for (const [i, file] of files.entries()) {
    const buffer = await readFile(file)
    const image = { name: `${names[i]}.dcm`, mimeType: 'application/dicom', buffer }
    const answer = await person.api.post(`/api/image/?dataset_id=${id}`, { multipart: { image } })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  await serveViewer(page, folder ?? '', id)

  await page.goto('/')
  const study = page.getByRole('row', { name: /Hong, Gildong00/ })
  await expect(study).toContainText(String(files.length))
  const studies = await (await person.api.get(`/api/dicomweb/dataset/${id}/studies`)).json()
  await page.goto(`/viewer?StudyInstanceUIDs=${studies[0]['0020000D'].Value[0]}`)
  // The viewer's tour, which comes at some time after the first picture, darkens everything.
  const skip = page.getByText('Skip all')
  await expect
    .poll(
      async () => {
        if (await skip.isVisible()) await skip.click()
        return (await colourOf(page)).red
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(60)
  const { red, blue } = await colourOf(page)
  expect(red).toBeGreaterThan(2 * blue)
})
