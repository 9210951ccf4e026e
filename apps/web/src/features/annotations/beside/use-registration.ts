import { useEffect, useMemo, useState } from 'react'

import type { Image } from '#contract/images'

import { registerInThread } from '../../../canvas/register-photographs.ts'
import type { PhotographAt, RegisterAnswer, SetPlace } from '../../../canvas/register-worker.ts'
import { useEditorContext } from '../editor-context.ts'
import { photographLevels } from '../photograph/pictures.ts'

/** The outcome of a registration; null while it is computed, or if nobody asked for it. */
export type Registered = RegisterAnswer | null

/**
 * Registers the image in work with another one, and lets the stage show that one in its place.
 * @param isWanted whether the user asks for it.
 * @param places that the user has set in both by hand, or null.
 */
export function useRegistration(
  other: Image,
  { isWanted, places }: { isWanted: boolean; places: readonly SetPlace[] | null },
): Registered {
  const { annotator, data } = useEditorContext()
  const { stage } = annotator
  const [answer, setAnswer] = useState<Registered>(null)
  const first = usePhotographAt(data.image)
  const second = usePhotographAt(other)
  useEffect(() => {
    if (!isWanted) return undefined
    const stop = new AbortController()
    let picture: ImageBitmap | null = null
    const take = (found: RegisterAnswer) => {
      if (stop.signal.aborted) return
      setAnswer(found)
      if (found.kind !== 'registered') return
      picture = found.picture
      stage.setCompared({ source: picture, width: picture.width, height: picture.height })
    }
    registerInThread({ first, second, places }, stop.signal).then(take, () => undefined)
    return () => {
      stop.abort()
      setAnswer(null)
      stage.setCompared(null)
      picture?.close()
    }
  }, [isWanted, places, first, second, stage])
  return answer
}

/** The smallest picture of a photograph that shows its vessels. */
function usePhotographAt({ id, version, width, height }: Image): PhotographAt {
  return useMemo(() => {
    const [coarsest] = photographLevels({ id, version, width, height })
    return { address: coarsest?.addresses[0] ?? '', width, height }
  }, [id, version, width, height])
}
