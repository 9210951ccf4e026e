import { bareMoment, momentText } from '../i18n/time.ts'

/** An instant of the server in the reader's zone; the tooltip states the zone. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={momentText(at)}>
      {bareMoment(at)}
    </time>
  )
}
