import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { message, type Message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import { OutboundError } from '../../platform/http/outbound-error.ts'
import type { Outbound } from '../../platform/http/outbound.ts'
import { Problem } from '../../platform/http/problem.ts'
import { PermanentFailure, job, type Job, type JobContext } from '../../platform/jobs/definition.ts'
import { getLiveDataset, type DatasetRow } from '../datasets/queries.ts'
import { addImage, type AddDeps } from '../images/add-image.ts'
import { searchImages, type OfferedImage } from './image-source.ts'
import { generateImagesTask } from './jobs.ts'

interface GenerateDeps extends Omit<AddDeps, 'db'> {
  readonly temporaryFolder: string
  readonly outbound: Outbound
  readonly imageSource: string
  readonly uploadBytes: number
  readonly product: { readonly name: string; readonly version: string }
}

interface Wanted {
  readonly keywords: readonly string[]
  readonly limit: number
  readonly creatorId: number | null
}

/** A file is held in memory while it is fetched. */
const mostBytes = 64 * 2 ** 20
const patience = 120_000

/** Searches for all keywords first, so that nothing changes if the source is unreachable. */
export function generateImagesJob(deps: GenerateDeps): Job {
  return job(generateImagesTask, async (payload, context) => {
    const dataset = await findDataset(context.db, payload.datasetId)
    const offered = await search(deps, context, payload)
    const run = { deps, context, dataset, creatorId: payload.creatorId }
    const tally = { added: 0, existing: 0, left_out: 0 }
    let firstFault: Message | undefined
    for (const [number, image] of offered.entries()) {
      context.signal.throwIfAborted()
      const outcome = await add(run, image)
      if (typeof outcome === 'string') {
        tally[outcome]++
      } else {
        firstFault ??= outcome
        tally.left_out++
        await context.warn(message('generate.leftOut', { file: image.fileName, why: outcome }))
      }
      await context.progress((100 * (number + 1)) / offered.length)
    }
    if (firstFault !== undefined && tally.left_out === offered.length) {
      throw new PermanentFailure(message('generate.failed', { why: firstFault }))
    }
    const { added, existing, left_out: leftOut } = tally
    await context.info(message('generate.done', { added, existing, leftOut }))
    return tally
  })
}

async function findDataset(db: Db, id: number): Promise<DatasetRow> {
  const dataset = await getLiveDataset(db, id)
  if (dataset === undefined) throw new PermanentFailure(message('generate.datasetDeleted'))
  return dataset
}

async function search(
  { outbound, imageSource: address, product }: GenerateDeps,
  { signal }: JobContext,
  { keywords, limit }: Wanted,
): Promise<OfferedImage[]> {
  const source = { outbound, address, signal, userAgent: userAgentOf(product) }
  const found: OfferedImage[][] = []
  try {
    for (const keyword of keywords) found.push(await searchImages(source, keyword, limit))
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new PermanentFailure(message('generate.failed', { why: error.told }))
  }
  const offered = inTurns(found, limit)
  if (offered.length > 0) return offered
  throw new PermanentFailure(message('generate.notFound', { keywords: keywords.join(', ') }))
}

function userAgentOf({ name, version }: GenerateDeps['product']): string {
  return `${name.replaceAll(/[^\w.-]/g, '-')}/${version}`
}

/** The best of every keyword before the second best of any, each image once. */
function inTurns(found: readonly OfferedImage[][], limit: number): OfferedImage[] {
  const longest = Math.max(0, ...found.map((images) => images.length))
  const mixed = Array.from({ length: longest }, (_, rank) =>
    found.flatMap((images) => images[rank] ?? []),
  ).flat()
  return [...new Map(mixed.map((image) => [image.url.href, image])).values()].slice(0, limit)
}

interface Run {
  readonly deps: GenerateDeps
  readonly context: JobContext
  readonly dataset: DatasetRow
  readonly creatorId: number | null
}

/** @returns why the image was left out, if it was. */
async function add(
  { deps, context, dataset, creatorId }: Run,
  image: OfferedImage,
): Promise<'added' | 'existing' | Message> {
  if (image.licence === '') return message('generate.noLicence')
  const most = Math.min(mostBytes, deps.uploadBytes)
  if (image.bytes > most) return message('generate.tooLarge', { most: Math.round(most / 2 ** 20) })
  const file = path.join(deps.temporaryFolder, `${randomUUID()}.part`)
  try {
    const { content } = await deps.outbound.send(image.url, {
      method: 'GET',
      headers: { 'user-agent': userAgentOf(deps.product) },
      milliseconds: patience,
      bytes: most,
    })
    await mkdir(deps.temporaryFolder, { recursive: true })
    await writeFile(file, content)
    const received = {
      fileName: image.fileName,
      path: file,
      size: content.length,
      sha256: createHash('sha256').update(content).digest(),
    }
    const { existing } = await addImage(
      { ...deps, db: context.db },
      {
        dataset,
        file: received,
        folder: '',
        actor: { id: creatorId },
        metadata: { ...image.metadata },
      },
    )
    return existing ? 'existing' : 'added'
  } catch (error) {
    if (error instanceof OutboundError || error instanceof Problem) return error.told
    throw error
  } finally {
    await rm(file, { force: true })
  }
}
