import { z } from 'zod'

/** A skipped test; an empty reason is a failure. */
export const SkippedTest = z.object({ test: z.string(), reason: z.string() })
export type SkippedTest = z.infer<typeof SkippedTest>

/** A reason within the name of a test. */
const inName = / \(SKIPPED: (.+)\)/

interface PlaywrightSuite {
  readonly file?: string | undefined
  readonly specs?: readonly PlaywrightSpec[] | undefined
  readonly suites?: readonly PlaywrightSuite[] | undefined
}

const PlaywrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(
    z.object({
      status: z.string(),
      annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
    }),
  ),
})
type PlaywrightSpec = z.infer<typeof PlaywrightSpec>

const PlaywrightSuite: z.ZodType<PlaywrightSuite> = z.object({
  file: z.string().optional(),
  specs: z.array(PlaywrightSpec).optional(),
  suites: z.array(z.lazy(() => PlaywrightSuite)).optional(),
})

/** The tests that a JSON report of Playwright calls skipped. */
export function skippedInBrowser(report: unknown): SkippedTest[] {
  return z
    .object({ suites: z.array(PlaywrightSuite) })
    .parse(report)
    .suites.flatMap(inSuite)
}

function inSuite({ specs = [], suites = [] }: PlaywrightSuite): SkippedTest[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      .map(({ annotations }) => ({
        test: `${file}: ${title}`,
        reason: annotations.find(({ type }) => type === 'skip')?.description ?? '',
      })),
  )
  return [...own, ...suites.flatMap(inSuite)]
}

/** The printed list: each reason with its tests. */
export function skippedLines(skipped: readonly SkippedTest[]): string[] {
  const named = skipped.map(({ test, reason }) => ({
    test: test.replace(inName, ''),
    reason: inName.exec(test)?.[1] ?? reason,
  }))
  return [...Map.groupBy(named, ({ reason }) => reason)].flatMap(([reason, tests]) => [
    `Skipped: ${reason === '' ? 'no reason is given, which is a failure' : reason}`,
    ...tests.map(({ test }) => `  ${test}`),
  ])
}

/** How many were skipped without a reason. */
export function countUnexplained(skipped: readonly SkippedTest[]): number {
  return skipped.filter(({ test, reason }) => reason === '' && !inName.test(test)).length
}
