import { isTimeOfDay } from '#clock/clock-time'

/** Whether the text is a time of day: hh:mm or hh:mm:ss. */
export function isTimeText(text: string): boolean {
  return /^\d{2}:\d{2}(:\d{2})?$/.test(text) && isTimeOfDay(text.length === 5 ? `${text}:00` : text)
}
