/** The addresses of the web app's screens; a segment with a colon stands for any text. */
const screenPaths = [
  '/',
  '/auth',
  '/help',
  '/api-access',
  '/new-password',
  '/datasets',
  '/dataset/:identifier',
  '/tabulardataset/:identifier',
  '/annotate/:identifier',
  '/report/:identifier',
  '/report/:identifier/patient',
  '/report/:identifier/handout',
  '/categories',
  '/undo',
  '/work',
  '/work/:identifier/score',
  '/dataset/:identifier/assignment/:assignment/image/:image',
  '/tasks',
  '/user',
  '/admin',
  '/admin/panel',
  '/admin/sites',
  '/admin/audit',
  '/admin/models',
  '/admin/references',
  '/admin/patients',
  '/admin/dicom',
  '/admin/outbox',
  '/admin/system',
  '/about',
] as const

export type ScreenPath = (typeof screenPaths)[number]

const patterns = screenPaths.map(
  (path) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i'),
)

/** True if the web app has a screen at this path, which has neither query nor fragment. */
export function isScreenPath(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path))
}
