import { Center } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'

import { Loading } from '../../ui/loading.tsx'
import { CallError } from '../../api/call-error.ts'
import { usePreferences } from '../../api/preferences.ts'
import { useViewer } from '../../api/viewer.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import classes from './annotate-page.module.css'
import type { AnnotatorParts } from './annotator-parts.ts'
import { type AnnotatorData, imageListOf, isUnreachable } from './api.ts'
import { annotatorData } from './annotator-query.ts'
import { useKeepKeys } from './commands/use-keep-keys.ts'
import { forgetWaiting } from './commands/waiting-commands.ts'
import { imageSettingsFrom, viewOf } from './photograph/image-settings.ts'
import { prefetchedImage } from './photograph/neighbours.ts'
import { pagedFrom } from './photograph/paging.ts'
import { PhotographAhead } from './photograph/photograph-ahead.tsx'
import { useAnnotator } from './use-annotator.ts'
import { useSurface } from './use-surface.ts'
import { Workspace } from './workspace.tsx'

/** The screen on which an image is annotated. */
export function AnnotatePage(parts: AnnotatorParts) {
  const { t } = useTranslation()
  const { identifier = '' } = useParams()
  const id = /^[1-9]\d{0,8}$/.test(identifier) ? Number(identifier) : null
  const { username, data, error, refetch } = useImageToOpen(id)
  const goBack = useGoBack()
  useSurface()
  const isGone = error instanceof CallError && error.status === 404
  // An open image stays open if somebody deletes it.
  const isMissing = id === null || (isGone && data === undefined)
  useEffect(() => {
    if (isMissing) goBack()
  }, [isMissing, goBack])

  useTurnBack(data === undefined ? error : null)

  if (isMissing) return null
  if (data !== undefined && username !== null) {
    return (
      <Opening
        key={id}
        data={data}
        isGone={isGone}
        username={username}
        onMissing={goBack}
        {...parts}
      />
    )
  }
  if (error === null) return <Waiting id={id} />
  return (
    <Center className={classes['waiting'] ?? ''}>
      <LoadFailed
        title={t('annotations.loadFailed')}
        error={error}
        onRetry={() => void refetch()}
      />
    </Center>
  )
}

/** The data of the image of this number, once it is known who opens it. */
function useImageToOpen(id: number | null) {
  const [parameters] = useSearchParams()
  const list = useMemo(() => imageListOf(parameters), [parameters])
  const username = useViewer()?.username ?? null
  const { data, error, refetch } = useQuery({
    ...annotatorData(id ?? 0, list, username ?? ''),
    enabled: id !== null && username !== null,
  })
  return { username, data, error, refetch }
}

/** The page while it loads; the photograph is already visible if it was prefetched. */
function Waiting({ id }: { id: number }) {
  const { t } = useTranslation()
  useKeepKeys()
  const data = usePreferences()
  const ahead = prefetchedImage(id)
  const isAsShown = viewOf(imageSettingsFrom(data?.['image'])) === null
  return (
    <div className={classes['page']}>
      <div className={classes['tools']} />
      <div className={classes['canvas']}>
        {ahead !== undefined && isAsShown ? (
          <PhotographAhead photograph={ahead} />
        ) : (
          <Center h="100%">
            <Loading label={t('annotations.loading')} />
          </Center>
        )}
      </div>
      <div className={classes['panel']} />
    </div>
  )
}

interface OpeningProps extends AnnotatorParts {
  data: AnnotatorData
  /** Whether the image no longer exists. */
  isGone: boolean
  username: string
  onMissing: () => void
}

function Opening(props: OpeningProps) {
  const { data, username } = props
  const annotator = useAnnotator(data, username)
  if (annotator === null) return <Waiting id={data.image.id} />
  return <Workspace annotator={annotator} {...props} />
}

/**
 * If an image cannot be opened without the server: says so, and returns to the image from which the user
 * has come. Keys do not wait for an image that does not open.
 */
function useTurnBack(error: Error | null): void {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { state } = useLocation()
  const isPaging = pagedFrom(state) !== null
  const turnBack = useEffectEvent(() => {
    forgetWaiting()
    if (!isPaging || !isUnreachable(error)) return
    notifications.show({
      id: 'image out of reach',
      title: t('annotations.outOfReachTitle'),
      message: t('annotations.outOfReach'),
      color: 'yellow',
    })
    void navigate(-1)
  })
  const hasFailed = error !== null
  useEffect(() => {
    if (hasFailed) turnBack()
  }, [hasFailed])
  useEffect(() => forgetWaiting, [])
}

/** Says that the image does not exist and returns to the previous page. */
function useGoBack(): () => void {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { key } = useLocation()
  return useCallback(() => {
    notifications.show({
      id: 'image missing',
      title: t('annotations.notFoundTitle'),
      message: t('annotations.notFound'),
      color: 'red',
    })
    const isFirstPage = key === 'default'
    void (isFirstPage ? navigate('/datasets', { replace: true }) : navigate(-1))
  }, [t, navigate, key])
}
