import { useEffect, useMemo, useState } from 'react'

import type { Image } from '#contract/images'

import { CallError } from '../../../api/call-error.ts'
import { PhotographView } from '../../../canvas/photograph/view.ts'
import type { Stage } from '../../../canvas/stage.ts'
import { takePrefetched } from './neighbours.ts'
import { type LoadedPicture, loadPicture, loadResult, photographLevels } from './pictures.ts'

export interface PhotographState {
  readonly state: 'loading' | 'shown' | 'missing' | 'failed'
  readonly retry: () => void
}

/** Loads the photograph onto the stage, from coarse to fine. */
export function usePhotograph(stage: Stage, image: Image): PhotographState {
  const [attempt, setAttempt] = useState(0)
  const [outcome, setOutcome] = useState({
    attempt: -1,
    state: 'loading' as PhotographState['state'],
  })
  const { id, version, width, height } = image
  useEffect(() => {
    const tell = (state: PhotographState['state']) =>
      setOutcome((known) =>
        known.attempt === attempt && known.state === state ? known : { attempt, state },
      )
    const photograph = new PhotographView({
      image: { width, height },
      levels: photographLevels({ id, version, width, height }),
      load: (address, signal) => takePrefetched(address) ?? loadPicture(address, signal),
      onShown: () => tell('shown'),
      onFailure(error) {
        const isMissing = error instanceof CallError && error.status === 404
        tell(isMissing ? 'missing' : 'failed')
      },
    })
    stage.setPhotograph(photograph)
    return () => {
      stage.setPhotograph(null)
      photograph.close()
    }
  }, [stage, id, version, width, height, attempt])
  const state = outcome.attempt === attempt ? outcome.state : 'loading'
  return useMemo(() => ({ state, retry: () => setAttempt(attempt + 1) }), [state, attempt])
}

/** Shows a result over the photograph while the caller is mounted. Returns whether that failed. */
export function useResultPicture(stage: Stage, resultId: number): boolean {
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const loading = new AbortController()
    let picture: LoadedPicture | undefined
    const load = async () => {
      try {
        picture = await loadResult(resultId, loading.signal)
        stage.setResult(picture)
      } catch {
        if (!loading.signal.aborted) setFailed(true)
      }
    }
    void load()
    return () => {
      loading.abort()
      stage.setResult(null)
      picture?.source.close()
    }
  }, [stage, resultId])
  return failed
}
