import { createInterface } from 'node:readline/promises'
import path from 'node:path'

import { getCurrentUser } from '#contract/account'
import { getResult, requestAnalysisOfAll } from '#contract/analysis'
import { getAnnotatorData } from '#contract/annotations'
import { createDataset, getDatasetData, listDatasetNames, listDatasets } from '#contract/datasets'
import { downloadExport, exportFormats, startExport } from '#contract/exports'
import { importCoco } from '#contract/imports'
import type { MessageKey } from '#contract/messages/message'
import { statePatientTable } from '#contract/patient-data'
import { downloadRelease, startRelease } from '#contract/releases'

import { findAccount, forgetAccount, storeAccount } from './account.ts'
import { Failure, PartFailure, Refusal } from './failure.ts'
import { releaseOf, releaseOptions } from './release.ts'
import { openServer, type Server } from './server.ts'
import { waitFor } from './tasks.ts'
import { uploadFolder } from './upload.ts'

/** What a command is run with. */
interface Run {
  readonly env: NodeJS.ProcessEnv
  readonly arguments: readonly string[]
  readonly options: Readonly<Record<string, string | boolean | undefined>>
  /** A file or folder that the user names, from where they are. */
  readonly place: (name: string) => string
  /** A line about progress, for people. */
  readonly tell: (line: string) => void
}

/** An answer: a list becomes lines of its values, an object its values by name; or JSON. */
type Answer = readonly object[] | object

export interface Command {
  /** Names of the arguments; all are required. */
  readonly takes: readonly string[]
  readonly about: string
  readonly options?: Readonly<Record<string, { type: 'string' | 'boolean'; about: string }>>
  readonly run: (run: Run) => Promise<Answer>
}

async function signedIn({ env }: Run): Promise<Server> {
  const { url, token } = await findAccount(env)
  return openServer(url, token)
}

/** @param named the id of a dataset, or its name */
async function datasetOf(server: Server, named: string): Promise<number> {
  const datasets = await server.call(listDatasetNames)
  const found = datasets.find(({ id, name }) => name === named || String(id) === named)
  if (found === undefined) throw new Failure('notFound', `There is no dataset “${named}”.`)
  return found.id
}

const argument = ({ arguments: given }: Run, index: number): string => given[index] ?? ''
const text = (run: Run, name: string): string | undefined => {
  const value = run.options[name]
  return typeof value === 'string' ? value : undefined
}

/** Largest page of a list. */
const pageSize = 100

/** The images of a dataset, fetched page by page. */
async function* imagesOf(server: Server, id: number) {
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const query = { page, limit: pageSize }
    const answer = await server.call(getDatasetData, { params: { id }, query })
    yield* answer.images
    pages = answer.pages
  }
}

/** The commands by their names. */
export const commands: Readonly<Record<string, Command>> = {
  login: {
    takes: ['URL'],
    about: 'sign in to a server; reads the access token from the standard input',
    async run(run) {
      const input = createInterface({ input: process.stdin })
      run.tell('Access token (User Settings, Access tokens):')
      const token = (await input[Symbol.asyncIterator]().next()).value?.trim() ?? ''
      input.close()
      const url = argument(run, 0)
      if (!URL.canParse(url)) throw new Failure('usage', `${url} is no address.`)
      const { user } = await openServer(url, token).call(getCurrentUser)
      const file = await storeAccount(run.env, { url, token })
      return { username: user.username, file }
    },
  },

  logout: {
    takes: [],
    about: 'forget the server and the token; revoke the token in User Settings',
    async run({ env }) {
      await forgetAccount(env)
      return {}
    },
  },

  datasets: {
    takes: [],
    about: 'list the datasets',
    async run(run) {
      const server = await signedIn(run)
      const { datasets } = await server.call(listDatasets)
      return datasets.map(({ id, name, numberImages }) => ({ id, name, images: numberImages }))
    },
  },

  create: {
    takes: ['NAME'],
    about: 'make a dataset',
    async run(run) {
      const server = await signedIn(run)
      const { id, name } = await server.call(createDataset, { body: { name: argument(run, 0) } })
      return { id, name }
    },
  },

  images: {
    takes: ['DATASET'],
    about: 'list the images of a dataset',
    async run(run) {
      const server = await signedIn(run)
      const id = await datasetOf(server, argument(run, 0))
      const found: object[] = []
      for await (const image of imagesOf(server, id)) {
        const { id: imageId, path: file, width, height, laterality, analysisState } = image
        const size = { width, height }
        found.push({ id: imageId, path: file, ...size, laterality, analysis: analysisState })
      }
      return found
    },
  },

  results: {
    takes: ['DATASET'],
    about: 'the results of each analysed image with their measurements; for --json',
    async run(run) {
      const server = await signedIn(run)
      const datasetId = await datasetOf(server, argument(run, 0))
      const found: object[] = []
      for await (const { id, path: file } of imagesOf(server, datasetId)) {
        const { image } = await server.call(getAnnotatorData, { params: { id: String(id) } })
        for (const { id: result, kind, model, stale } of Object.values(image.results)) {
          const input = { params: { id: String(result) }, query: { asJson: 'true' } } as const
          const numbers = await server.json(getResult, input)
          found.push({ image: id, path: file, result, kind, model, stale, numbers })
        }
      }
      return found
    },
  },

  upload: {
    takes: ['DATASET', 'FOLDER'],
    about: 'upload the images of a folder that the dataset does not have yet',
    options: {
      create: { type: 'boolean', about: 'make the dataset if there is none of this name' },
      patients: { type: 'string', about: 'CSV file of patient data, stated after the upload' },
    },
    async run(run) {
      const server = await signedIn(run)
      const named = argument(run, 0)
      const datasetId = await datasetOf(server, named).catch(async (error: unknown) => {
        if (run.options['create'] !== true) throw error
        return (await server.call(createDataset, { body: { name: named } })).id
      })
      const folder = run.place(argument(run, 1))
      const report = await uploadFolder(server, { datasetId, folder }, (done, total) => {
        run.tell(`${done} of ${total}`)
      })
      const patients = text(run, 'patients')
      if (patients !== undefined) {
        await statePatients(server, datasetId, run.place(patients))
      }
      const { uploaded, existing, refused } = report
      run.tell(`${uploaded} uploaded, ${existing} already there, ${refused.length} refused`)
      const answer = { dataset: datasetId, uploaded, existing, refused }
      if (refused.length === 0) return answer
      const lines = refused.map(({ file, message }) => `${file}: ${message}`)
      throw new PartFailure(lines.join('\n'), answer)
    },
  },

  analyse: {
    takes: ['DATASET'],
    about: 'analyse the images of a dataset that have no analysis',
    options: { wait: { type: 'boolean', about: 'wait until the analysis has ended' } },
    async run(run) {
      const server = await signedIn(run)
      const query = { dataset_id: await datasetOf(server, argument(run, 0)) }
      const started = await server.call(requestAnalysisOfAll, { query }).catch(orNothingToDo)
      if (started === null) return { task: null }
      const { id: task } = started.task
      if (run.options['wait'] === true) await waitFor(server, task, percentIn(run))
      return { task }
    },
  },

  export: {
    takes: ['DATASET', 'FILE'],
    about: 'export a dataset, and download the file',
    options: {
      format: { type: 'string', about: `${exportFormats.join(', ')} (coco)` },
    },
    async run(run) {
      const format = exportFormats.find((each) => each === (text(run, 'format') ?? 'coco'))
      if (format === undefined) {
        throw new Failure('usage', `--format is one of ${exportFormats.join(', ')}.`)
      }
      const server = await signedIn(run)
      const id = await datasetOf(server, argument(run, 0))
      const started = await server.call(startExport, { params: { id }, body: { format } })
      const { result } = await waitFor(server, started.id, percentIn(run))
      return fetchExport(run, server, Number(result?.['export_id']))
    },
  },

  download: {
    takes: ['EXPORT', 'FILE'],
    about: 'download a finished export, by the number that `export` tells, from where it stopped',
    run: async (run) => fetchExport(run, await signedIn(run), Number(argument(run, 0))),
  },

  release: {
    takes: ['DATASET', 'FILE'],
    about: 'make a release of a dataset, which never changes, and download its ZIP file',
    options: releaseOptions,
    async run(run) {
      const named = argument(run, 0)
      const body = releaseOf(run.options, named)
      const server = await signedIn(run)
      const id = await datasetOf(server, named)
      const started = await server.call(startRelease, { params: { id }, body })
      const { result } = await waitFor(server, started.id, percentIn(run))
      const release = Number(result?.['release_id'])
      const target = run.place(argument(run, 1))
      const files = { target, partial: `${target}.${release}.part` }
      await server.download(downloadRelease, { params: { id: release } }, files)
      return { release, file: path.basename(target) }
    },
  },

  import: {
    takes: ['DATASET', 'FILE'],
    about: 'import annotations from a file of COCO, CVAT or Label Studio',
    options: {
      'dry-run': { type: 'boolean', about: 'tell what would change, and change nothing' },
    },
    async run(run) {
      const server = await signedIn(run)
      const id = await datasetOf(server, argument(run, 0))
      const file = run.place(argument(run, 1))
      const query = { dry_run: run.options['dry-run'] === true ? 'true' : 'false' } as const
      const started = await server.call(importCoco, { params: { id }, query, file })
      const { result } = await waitFor(server, started.id, percentIn(run))
      return result ?? {}
    },
  },
}

/** A repeated command succeeds, so that a nightly script can analyse whatever is new. */
function orNothingToDo(error: unknown): null {
  if (error instanceof Refusal && error.key === ('analysis.allAnalysed' satisfies MessageKey))
    return null
  throw error
}

/** @throws {Failure} if the file has a problem; then it changes nothing */
async function statePatients(server: Server, id: number, file: string): Promise<void> {
  const input = { params: { id }, query: { dry_run: 'false' } } as const
  const { applied, problems } = await server.call(statePatientTable, { ...input, file })
  if (applied) return
  const lines = problems.map(({ row, column, told }) => `Row ${row}, ${column}: ${told.message}`)
  throw new Failure('failed', lines.join('\n'))
}

async function fetchExport(run: Run, server: Server, id: number): Promise<Answer> {
  const target = run.place(argument(run, 1))
  run.tell(`Export ${id}`)
  const files = { target, partial: `${target}.${id}.part` }
  await server.download(downloadExport, { params: { id } }, files)
  return { export: id, file: path.basename(target) }
}

function percentIn(run: Run): (percent: number) => void {
  let last = -1
  return (percent) => {
    if (percent !== last) run.tell(`${percent} %`)
    last = percent
  }
}
