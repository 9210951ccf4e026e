import { z } from 'zod'

/** A skipped test; an empty reason is a failure. */
export const SkippedTest = z.object({ test: z.string(), reason: z.string() })
export type SkippedTest = z.infer<typeof SkippedTest>

/** The tests of a run that neither passed at once nor failed. */
export const UnusualTests = z.object({
  skipped: z.array(SkippedTest),
  /** Failed first, then passed. */
  flaky: z.array(z.string()),
})
export type UnusualTests = z.infer<typeof UnusualTests>

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

/** The unusual tests in a JSON report of Playwright. */
export function unusualInBrowser(report: unknown): UnusualTests {
  const { suites } = z.object({ suites: z.array(PlaywrightSuite) }).parse(report)
  const specs = suites.flatMap(specsOf)
  const withStatus = (wanted: string) =>
    specs.flatMap(({ title, file, tests }) =>
      tests
        .filter(({ status }) => status === wanted)
        .map(({ annotations }) => ({ test: `${file}: ${title}`, annotations })),
    )
  const skipped = withStatus('skipped').map(({ test, annotations }) => ({
    test,
    reason: annotations.find(({ type }) => type === 'skip')?.description ?? '',
  }))
  return { skipped, flaky: withStatus('flaky').map(({ test }) => test) }
}

function specsOf({ specs = [], suites = [] }: PlaywrightSuite): PlaywrightSpec[] {
  return [...specs, ...suites.flatMap(specsOf)]
}

/** The printed list: each reason for skipping with its tests, and the flaky ones. */
export function unusualLines({ skipped, flaky }: UnusualTests): string[] {
  const again = flaky.length === 0 ? [] : ['Flaky: failed first, then passed, to be mended']
  return [...skippedLines(skipped), ...again, ...flaky.map((test) => `  ${test}`)]
}

function skippedLines(skipped: readonly SkippedTest[]): string[] {
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
