import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

import type { Image } from '#contract/images'

import { CallError } from '../../../api/call-error.ts'
import { useRetryOnReturn } from '../../../api/live.ts'
import { PhotographView } from '../../../canvas/photograph/view.ts'
import type { Stage } from '../../../canvas/stage.ts'
import { takePrefetched } from './neighbours.ts'
import { type LoadedPicture, loadPicture, loadResult, photographLevels } from './pictures.ts'

export interface PhotographState {
  /** Incomplete: shown, but finer parts could not be loaded. */
  readonly state: 'loading' | 'shown' | 'incomplete' | 'missing' | 'failed'
  readonly retry: () => void
}

/** Loads the photograph onto the stage, from coarse to fine, and again when the server is reached again. */
export function usePhotograph(stage: Stage, image: Image): PhotographState {
  const [state, setState] = useState<PhotographState['state']>('loading')
  const view = useRef<PhotographView>(null)
  const { id, version, width, height } = image
  useEffect(() => {
    let isShown = false
    const photograph = new PhotographView({
      image: { width, height },
      levels: photographLevels({ id, version, width, height }),
      load: (address, signal) => takePrefetched(address) ?? loadPicture(address, signal),
      onShown() {
        isShown = true
        setState('shown')
      },
      onFailure(error) {
        const isMissing = error instanceof CallError && error.status === 404
        if (isMissing) setState('missing')
        else setState(isShown ? 'incomplete' : 'failed')
      },
    })
    view.current = photograph
    stage.setPhotograph(photograph)
    return () => {
      stage.setPhotograph(null)
      photograph.close()
      setState('loading')
    }
  }, [stage, id, version, width, height])
  const retry = useCallback(() => {
    setState((known) => (known === 'incomplete' ? known : 'loading'))
    view.current?.resume()
  }, [])
  useRetryOnReturn(state === 'failed' || state === 'incomplete', retry)
  return useMemo(() => ({ state, retry }), [state, retry])
}

/** Shows a result over the photograph while the caller is mounted. Returns whether that failed. */
export function useResultPicture(stage: Stage, resultId: number): boolean {
  const [failed, setFailed] = useState(false)
  const load = useRef<() => void>(null)
  useEffect(() => {
    const loading = new AbortController()
    let picture: LoadedPicture | undefined
    const show = async () => {
      try {
        picture = await loadResult(resultId, loading.signal)
        stage.setResult(picture)
        setFailed(false)
      } catch {
        if (!loading.signal.aborted) setFailed(true)
      }
    }
    load.current = () => void show()
    load.current()
    return () => {
      loading.abort()
      stage.setResult(null)
      picture?.source.close()
    }
  }, [stage, resultId])
  useRetryOnReturn(failed, () => load.current?.())
  return failed
}
