import { isDeepStrictEqual } from 'node:util'

import { type Message, message, tell } from '#contract/messages/message'
import type { PatientTableReport } from '#contract/patient-data'

import type { Db } from '../../platform/database/database.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { ImageRow } from '../images/queries.ts'
import { listStatements } from './queries.ts'
import { readTable, type TableProblem, type TableRow } from './read-table.ts'
import { changesOf, type Changed, stateData, type StateDeps } from './state-data.ts'

const shown = { changes: 500, problems: 100 } as const

interface Wanted {
  readonly datasetId: number
  readonly bytes: Buffer
  readonly dryRun: boolean
  readonly actor: Actor
  readonly at: Date
}

type Named = TableRow & { readonly image: ImageRow }

/**
 * Saves a table's statements on a dataset's images in one transaction: all of them, or none if any
 * cell is invalid. A dry run reports the changes that would be made.
 * @throws {Problem} invalid_input if it is not such a table
 */
export async function stateTable(
  trx: Db,
  deps: StateDeps,
  { datasetId, bytes, dryRun, actor, at }: Wanted,
): Promise<PatientTableReport> {
  const { rows, problems } = readTable(bytes)
  const { named, unnamed } = await nameImages(trx, datasetId, rows)
  const found = [...problems, ...unnamed].toSorted((a, b) => a.row - b.row)
  const statements = await listStatements(
    trx,
    named.map(({ image }) => image.id),
  )
  const changed = named.map((each) => ({
    ...each,
    // A cell that repeats the file's value confirms nothing: nobody has looked at the image.
    changed: changesOf(each.image, statements.get(each.image.id) ?? [], each.changes).filter(
      ({ from, to }) => !isDeepStrictEqual(from, to),
    ),
  }))
  const applies = !dryRun && found.length === 0
  if (applies) {
    for (const { row, image, changed: fields } of changed) {
      const changes = Object.fromEntries(fields.map(({ field, to }) => [field, to]))
      await stateData(trx, deps, { image, changes, actor, at }).catch((error: unknown) => {
        throw ofRow(error, row)
      })
    }
  }
  const changes = changed.flatMap(({ row, image, changed: fields }) =>
    fields.map((change: Changed) => ({
      row,
      image_id: image.id,
      file_name: image.file_name,
      ...change,
    })),
  )
  return {
    rows: rows.length,
    images: changed.filter(({ changed: fields }) => fields.length > 0).length,
    changes: changes.slice(0, shown.changes),
    problems: found
      .slice(0, shown.problems)
      .map(({ row, column, told }) => ({ row, column, told: tell(told) })),
    problem_count: found.length,
    applied: applies,
  }
}

function ofRow(error: unknown, row: number): unknown {
  if (!(error instanceof Problem)) return error
  return new Problem(error.code, message('patientData.inRow', { row, why: error.told }))
}

async function nameImages(
  db: Db,
  datasetId: number,
  rows: readonly TableRow[],
): Promise<{ named: Named[]; unnamed: TableProblem[] }> {
  const ids = rows.map(({ imageId }) => Number(imageId)).filter(isId)
  const names = rows.filter(({ imageId }) => imageId === '').map(({ fileName }) => fileName)
  const images = await db
    .selectFrom('image')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('id', '=', eb.fn.any(eb.val(ids))),
        eb('file_name', '=', eb.fn.any(eb.val(names))),
        eb('path', '=', eb.fn.any(eb.val(names))),
      ]),
    )
    .execute()
  const named: Named[] = []
  const unnamed: TableProblem[] = []
  const rowOf = new Map<number, number>()
  for (const row of rows) {
    const meant = imagesOf(row, images)
    const [image] = meant
    const earlier = image && rowOf.get(image.id)
    if (image === undefined || meant.length > 1 || earlier !== undefined) {
      unnamed.push(unnamedBy(row, { count: meant.length, earlier }))
    } else {
      rowOf.set(image.id, row.row)
      named.push({ ...row, image })
    }
  }
  return { named, unnamed }
}

function isId(number: number): boolean {
  return Number.isInteger(number) && number > 0 && number < 2 ** 31
}

/** By its id, or by its path, or, if no path matches, by its name. */
function imagesOf({ imageId, fileName }: TableRow, images: readonly ImageRow[]): ImageRow[] {
  if (imageId !== '') return images.filter(({ id }) => id === Number(imageId))
  const byPath = images.filter(({ path }) => path === fileName)
  return byPath.length > 0 ? byPath : images.filter((image) => image.file_name === fileName)
}

function unnamedBy(
  { row, imageId }: TableRow,
  { count, earlier }: { count: number; earlier: number | undefined },
): TableProblem {
  const column = imageId === '' ? 'file_name' : 'image_id'
  const told = (): Message => {
    if (count === 0) return message('patientData.noImage')
    if (count > 1) return message('patientData.severalImages', { count })
    return message('patientData.twice', { row: earlier ?? row })
  }
  return { row, column, told: told() }
}
