import type { en } from '../../i18n/en.ts'

export type HelpTopic = keyof typeof en.help.topics

/** The topics of the help page, in reading order. */
export const helpTopics = [
  'datasets',
  'table',
  'dataset',
  'annotate',
  'report',
  'course',
  'categories',
  'undo',
  'work',
  'tasks',
  'profile',
  'users',
  'sites',
  'audit',
  'models',
  'references',
  'patients',
  'receiver',
  'outbox',
  'system',
  'about',
  'other',
] as const satisfies readonly HelpTopic[]

/** The topic that a route names as its help; the general one for other routes. */
export function topicOf(handle: unknown): HelpTopic | null {
  if (typeof handle !== 'object' || handle === null || !('help' in handle)) return null
  return helpTopics.find((topic) => topic === handle.help) ?? null
}
