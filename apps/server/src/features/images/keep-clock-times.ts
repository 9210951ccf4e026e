import { sql } from 'kysely'

import { isoSeconds, readIso, type ClockTime } from '#clock/clock-time'
import { acquisitionOf } from '#clock/dicom-time'

import { inBackground, pause, type BackgroundWork } from '../../platform/background.ts'
import type { Db } from '../../platform/database/database.ts'
import { dicomMediaType } from '../../platform/images/format.ts'
import { log } from '../../platform/log.ts'
import { acquiredColumns, acquiredOf } from './acquired.ts'
import type { ImageRow } from './queries.ts'

/** Images whose times were sent to other systems before they were corrected. */
export interface Corrected {
  /** Images that were sent with a time of day, as if their clocks were set to UTC. */
  readonly timed: readonly number[]
  /** Images for which another time or day is sent now. */
  readonly changed: readonly number[]
}

interface KeepDeps {
  readonly db: Db
  readonly siteTimeZone: string | null
  /** Part of the transaction that corrects the images. */
  readonly onCorrected: (trx: Db, corrected: Corrected) => Promise<void>
}

const batch = 500
const pauseMs = 5000

/**
 * Updates the times of all images in the background, then ends: those of an earlier version are
 * read again from the attributes of their files, and all get the offset of the site's current time
 * zone. If interrupted, it continues at the next start.
 */
export function keepClockTimes(deps: KeepDeps): BackgroundWork {
  return inBackground(async (signal) => {
    while (!signal.aborted) {
      try {
        if (!(await settleBatch(deps))) return
      } catch (error) {
        log.error('bringing the times of images up to date', error)
        await pause(signal, pauseMs)
      }
    }
  })
}

/** False if nothing is left. */
function settleBatch({ db, siteTimeZone, onCorrected }: KeepDeps): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const images = await trx
      .selectFrom('image')
      .selectAll()
      .where('acquired_zone', 'is distinct from', siteTimeZone ?? '')
      .where((eb) =>
        eb.or([eb('media_type', '=', dicomMediaType), eb('acquired_clock', 'is not', null)]),
      )
      .orderBy('id')
      .limit(batch)
      .forUpdate()
      .execute()
    if (images.length === 0) return false
    const settled = images.map((image) => ({
      image,
      columns: acquiredColumns(clockOf(image), siteTimeZone),
    }))
    await keep(trx, settled)
    const reread = settled.filter(({ image }) => image.acquired_zone === null)
    await onCorrected(trx, {
      timed: reread.filter(({ columns }) => hasTime(columns)).map(({ image }) => image.id),
      changed: reread.filter((each) => isChanged(each, siteTimeZone)).map(({ image }) => image.id),
    })
    return true
  })
}

type Settled = { readonly image: ImageRow; readonly columns: ReturnType<typeof acquiredColumns> }

/** The time in the file; for an earlier version's images by the stored attributes. */
function clockOf({
  acquired_zone: zone,
  acquired_clock: clock,
  media_type: type,
  dicom_meta: meta,
}: ImageRow): ClockTime | undefined {
  if (zone === null && type === dicomMediaType) return acquisitionOf((tag) => meta[tag])
  return clock === null ? undefined : readIso(clock)
}

function hasTime(columns: Settled['columns']): boolean {
  const at = acquiredOf(columns)
  return at !== undefined && at.time !== null
}

function isChanged({ image, columns }: Settled, zone: string | null): boolean {
  const before = image.acquired_clock === null ? undefined : readIso(image.acquired_clock)
  return told(acquiredColumns(before, zone), image) !== told(columns, image)
}

/** The time for formats that require an offset, else the day. */
function told(
  columns: Settled['columns'],
  { study_date: studyDay }: Pick<ImageRow, 'study_date'>,
): string | null {
  const at = acquiredOf(columns)
  if (at === undefined) return studyDay
  return at.offset === null ? at.day : isoSeconds(at)
}

async function keep(trx: Db, settled: readonly Settled[]): Promise<void> {
  const all = <T>(valueOf: (each: Settled) => T): T[] => settled.map(valueOf)
  await sql`
    update image set acquired_clock = given.clock, acquired_site_offset = given.site_offset,
      acquired_zone = given.zone, acquired_order = given.sort
    from unnest(
      ${all(({ image }) => image.id)}::int[],
      ${all(({ columns }) => columns.acquired_clock)}::text[],
      ${all(({ columns }) => columns.acquired_site_offset)}::text[],
      ${all(({ columns }) => columns.acquired_zone)}::text[],
      ${all(({ columns }) => columns.acquired_order)}::bigint[]
    ) as given(id, clock, site_offset, zone, sort)
    where image.id = given.id`.execute(trx)
}
