import { useEffect, useState } from 'react'

import type { Image } from '#contract/images'

import { CallError } from '../../api/call-error.ts'
import type { Stage } from '../../canvas/stage.ts'
import { loadPhotograph, type LoadedPicture, loadResult } from './pictures.ts'

export interface PhotographState {
  readonly state: 'loading' | 'shown' | 'missing' | 'failed'
  readonly retry: () => void
}

/** Brings the photograph onto the stage, from coarse to fine. */
export function usePhotograph(stage: Stage, image: Image): PhotographState {
  const [attempt, setAttempt] = useState(0)
  const [outcome, setOutcome] = useState({
    attempt: -1,
    state: 'loading' as PhotographState['state'],
  })
  const { id, version, width } = image
  useEffect(() => {
    const loading = new AbortController()
    const pictures: LoadedPicture[] = []
    const load = async () => {
      try {
        await loadPhotograph({ id, version, width }, loading.signal, (picture) => {
          pictures.push(picture)
          stage.setPictures([...pictures])
          setOutcome({ attempt, state: 'shown' })
        })
      } catch (error) {
        if (loading.signal.aborted) return
        const isMissing = error instanceof CallError && error.status === 404
        setOutcome({ attempt, state: isMissing ? 'missing' : 'failed' })
      }
    }
    void load()
    return () => {
      loading.abort()
      stage.setPictures([])
      for (const { source } of pictures) source.close()
    }
  }, [stage, id, version, width, attempt])
  return {
    state: outcome.attempt === attempt ? outcome.state : 'loading',
    retry: () => setAttempt(attempt + 1),
  }
}

/** Lays a result over the photograph for as long as the caller is mounted; whether that failed. */
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
