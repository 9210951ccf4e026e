import { QualityNumbers } from '#contract/analysis-numbers'
import { isMessageKey, message, type Message } from '#contract/messages/message'

type Results = readonly { readonly kind: string; readonly numbers: object }[]

/** Status of an image after an analysis. */
export function statusOf(results: Results): Message {
  const quality = results.find(({ kind }) => kind === 'quality')
  const judged = QualityNumbers.safeParse(quality?.numbers)
  if (judged.data?.grade !== 'not-gradable') return message('analysis.statusDone')
  return message('analysis.statusNotGradable', { why: reasonOf(judged.data.reasons[0]) })
}

/** Message for a reason of the quality gate. */
function reasonOf(reason: string | undefined): Message {
  const key = `quality.${reason ?? ''}`
  return isMessageKey(key) ? { key, params: {} } : message('quality.unknown')
}
