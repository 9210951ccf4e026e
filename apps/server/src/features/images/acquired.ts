import { isoText, orOffset, readIso, type ClockTime } from '#clock/clock-time'
import { offsetOf, orderMs } from '#clock/time-zone'

import type { ImageRow } from './queries.ts'

type AcquiredColumns = Pick<
  ImageRow,
  'acquired_clock' | 'acquired_site_offset' | 'acquired_zone' | 'acquired_order'
>

/**
 * @param zone the site's time zone, which supplies the offset of times without one; null if it is
 * not set
 */
export function acquiredColumns(at: ClockTime | undefined, zone: string | null): AcquiredColumns {
  const isKnown = at !== undefined
  return {
    acquired_clock: isKnown ? isoText(at) : null,
    acquired_site_offset:
      isKnown && at.offset === null && zone !== null ? offsetOf(zone, at) : null,
    acquired_zone: zone ?? '',
    acquired_order: isKnown ? orderMs(at, zone) : null,
  }
}

/** When the image was taken, by the clock of its camera; undefined if unknown. */
export function acquiredOf(
  image: Pick<ImageRow, 'acquired_clock' | 'acquired_site_offset'>,
): ClockTime | undefined {
  const at = image.acquired_clock === null ? undefined : readIso(image.acquired_clock)
  return at && orOffset(at, image.acquired_site_offset)
}
