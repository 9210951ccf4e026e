import type { Localised } from './description.ts'

/** Which eye a photograph shows, in words. */
export const eyeNames = {
  right: { en: 'Right eye (OD)', ko: '우안(OD)' },
  left: { en: 'Left eye (OS)', ko: '좌안(OS)' },
  unknown: { en: 'Unknown', ko: '알 수 없음' },
} as const satisfies Readonly<Record<string, Localised>>
