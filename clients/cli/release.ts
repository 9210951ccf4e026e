import type { z } from 'zod'

import { releaseContents, releaseImages, startRelease } from '#contract/releases'

import { Failure } from './failure.ts'

type Options = Readonly<Record<string, string | boolean | undefined>>

/** The options of a release, which are those of the form on the page. */
export const releaseOptions = {
  title: { type: 'string', about: 'what the release is called (the name of the dataset)' },
  images: { type: 'string', about: `${releaseImages.join(', ')} (png)` },
  side: { type: 'string', about: 'pixels of the longer side of a PNG (1024)' },
  contents: { type: 'string', about: `some of ${releaseContents.join(',')} (coco)` },
  shares: { type: 'string', about: 'percent of the patients for train,validation,test (70,10,20)' },
  seed: { type: 'string', about: 'decides which patients come into which part (1)' },
  'stratify-by': { type: 'string', about: 'key of a field whose values all parts have equally' },
  licence: { type: 'string', about: 'under which the release may be used' },
  reason: { type: 'string', about: 'why patients are identified, for original files of patients' },
} as const

/**
 * The body of the call that starts a release.
 * @throws {Failure} usage, if an option has a value that it cannot have
 */
export function releaseOf(
  options: Options,
  dataset: string,
): z.output<(typeof startRelease)['body']> {
  const text = (name: keyof typeof releaseOptions) => {
    const value = options[name]
    return typeof value === 'string' ? value : undefined
  }
  const [train, validation, test] = text('shares')?.split(',').map(Number) ?? []
  const body = {
    title: text('title') ?? dataset,
    images: text('images'),
    longest_side: numberIn(text('side')),
    contents: text('contents')?.split(',').filter(Boolean),
    shares: train === undefined ? undefined : { train, validation, test },
    seed: numberIn(text('seed')),
    stratified_by: text('stratify-by'),
    licence: text('licence'),
    reason: text('reason'),
  }
  const parsed = startRelease.body.safeParse(body)
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Failure('usage', lines.join('\n'))
}

function numberIn(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text)
}
