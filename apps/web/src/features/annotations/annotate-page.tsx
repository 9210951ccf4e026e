import { Center, Loader } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'

import { CallError } from '../../api/call-error.ts'
import { usePreferences } from '../../api/preferences.ts'
import { useViewer } from '../../api/viewer.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import classes from './annotate-page.module.css'
import type { AnnotatorParts } from './annotator-parts.ts'
import { annotatorData, type AnnotatorData, imageListOf, isUnreachable } from './api.ts'
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
  const [parameters] = useSearchParams()
  const viewer = useViewer()
  const list = useMemo(() => imageListOf(parameters), [parameters])
  const id = /^[1-9]\d{0,8}$/.test(identifier) ? Number(identifier) : null
  const { data, error, refetch } = useQuery({
    ...annotatorData(id ?? 0, list, viewer?.username ?? ''),
    enabled: id !== null && viewer !== null,
  })
  const goBack = useGoBack()
  useSurface()
  useEffect(() => forgetWaiting, [])
  const isGone = error instanceof CallError && error.status === 404
  // An open image stays open if somebody deletes it.
  const isMissing = id === null || (isGone && data === undefined)
  useEffect(() => {
    if (isMissing) goBack()
  }, [isMissing, goBack])

  const isOutOfReach = isUnreachable(error) && data === undefined
  const turnBack = useTurnBack()
  useEffect(() => {
    if (isOutOfReach) turnBack()
  }, [isOutOfReach, turnBack])

  if (isMissing) return null
  if (data !== undefined && viewer !== null) {
    return (
      <Opening
        key={id}
        data={data}
        isGone={isGone}
        username={viewer.username}
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
            <Loader aria-label={t('annotations.loading')} />
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

/** For a user who came from another image: says that this one cannot be opened, and returns there. */
function useTurnBack(): () => void {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { state } = useLocation()
  const isPaging = pagedFrom(state) !== null
  return useCallback(() => {
    if (!isPaging) return
    forgetWaiting()
    notifications.show({
      id: 'image out of reach',
      title: t('annotations.outOfReachTitle'),
      message: t('annotations.outOfReach'),
      color: 'yellow',
    })
    void navigate(-1)
  }, [t, navigate, isPaging])
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
