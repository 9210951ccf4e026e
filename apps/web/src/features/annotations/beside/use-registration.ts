import { useEffect, useMemo, useRef, useState } from 'react'

import type { Image } from '#contract/images'
import { applyViewFilter, viewFilter, type ViewSettings } from '#raster/view-filter'

import type { Comparison } from '../../../canvas/comparison.ts'
import { registerInThread } from '../../../canvas/register-photographs.ts'
import type { PhotographAt, RegisterAnswer, SetPlace } from '../../../canvas/register-worker.ts'
import type { Stage } from '../../../canvas/stage.ts'
import { useEditorContext } from '../editor-context.ts'
import { viewOf } from '../photograph/image-settings.ts'
import { photographLevels } from '../photograph/pictures.ts'
import { useImageSettings } from '../photograph/use-image-settings.ts'

/** The outcome of a registration; null while it is computed, or if nobody asked for it. */
export type Registered = RegisterAnswer | null

interface Wanted {
  /** Whether the user asks for it. */
  readonly isWanted: boolean
  /** The places that the user has set in both by hand, or null. */
  readonly places: readonly SetPlace[] | null
}

/**
 * Registers the image in work with another one, and lets the stage show that one in its place.
 * @param beside the stage that shows the other image.
 */
export function useRegistration(
  other: Image,
  beside: Stage,
  { isWanted, places }: Wanted,
): Registered {
  const { annotator, data } = useEditorContext()
  const [answer, setAnswer] = useState<Registered>(null)
  const first = usePhotographAt(data.image)
  const second = usePhotographAt(other)
  useEffect(() => {
    if (!isWanted) return undefined
    const stop = new AbortController()
    const take = (found: RegisterAnswer) => {
      if (!stop.signal.aborted) setAnswer(found)
    }
    registerInThread({ first, second, places }, stop.signal).then(take, () => undefined)
    return () => {
      stop.abort()
      setAnswer(null)
    }
  }, [isWanted, places, first, second])
  const photograph = answer?.kind === 'registered' ? answer.picture : null
  useCompared(annotator.stage.comparison, beside, photograph)
  return answer
}

/** Lets a stage show the photograph beside it in place of its own, with the same view filters. */
function useCompared(comparison: Comparison, beside: Stage, photograph: ImageData | null): void {
  const { settings } = useImageSettings()
  const shown = useRef<ImageBitmap | null>(null)
  useEffect(() => {
    if (photograph === null) return undefined
    return () => {
      comparison.set(beside, null)
      shown.current?.close()
      shown.current = null
    }
  }, [comparison, beside, photograph])
  useEffect(() => {
    if (photograph === null) return undefined
    let isWanted = true
    const show = (picture: ImageBitmap) => {
      if (!isWanted) return picture.close()
      comparison.set(beside, { source: picture, width: picture.width, height: picture.height })
      shown.current?.close()
      shown.current = picture
    }
    createImageBitmap(filtered(photograph, viewOf(settings))).then(show, () => undefined)
    return () => {
      isWanted = false
    }
  }, [comparison, beside, photograph, settings])
}

function filtered(photograph: ImageData, view: ViewSettings | null): ImageData {
  if (view === null) return photograph
  const { width, height } = photograph
  const data = photograph.data.slice()
  const pixels = { width, height, data: new Uint8Array(data.buffer) }
  applyViewFilter(pixels, { x: 0, y: 0, width: 1, height: 1 }, viewFilter(view, pixels))
  return new ImageData(data, width, height)
}

/** The smallest picture of a photograph that shows its vessels. */
function usePhotographAt({ id, version, width, height }: Image): PhotographAt {
  return useMemo(() => {
    const [coarsest] = photographLevels({ id, version, width, height })
    return { address: coarsest?.addresses[0] ?? '', width, height }
  }, [id, version, width, height])
}
