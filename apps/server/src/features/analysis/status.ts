import { QualityNumbers } from '#contract/analysis-numbers'
import { isMessageKey, message, type Message } from '#contract/messages/message'

interface Outcome {
  readonly results: readonly { readonly kind: string; readonly numbers: object }[]
  readonly failedSteps: readonly string[]
  readonly gaveUp: unknown
}

/** What is told of an image after an analysis. */
export function statusOf({ results, failedSteps, gaveUp }: Outcome): Message {
  const quality = results.find(({ kind }) => kind === 'quality')
  const judged = QualityNumbers.safeParse(quality?.numbers)
  if (judged.data?.grade === 'not-gradable') {
    const why = reasonOf(judged.data.reasons[0])
    return message('analysis.statusNotGradable', { why })
  }
  const isPartial = failedSteps.length > 0 || gaveUp !== undefined
  return message(isPartial ? 'analysis.statusInPart' : 'analysis.statusDone')
}

/** The words for a reason of the quality gate. */
function reasonOf(reason: string | undefined): Message {
  const key = `quality.${reason ?? ''}`
  return isMessageKey(key) ? { key, params: {} } : message('quality.unknown')
}
