import { CloseButton, Text } from '@mantine/core'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'
import { describedKind, type ResultKind } from '#contract/results/kinds'

import { onLiveEvent } from '../../../api/live.ts'
import { useLocalised } from '../../../i18n/localised.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { annotatorData } from '../annotator-query.ts'
import { earlierVisits, fellowEyes, refreshAnnotatorData } from '../api.ts'
import { useEditorContext } from '../editor-context.ts'
import { isNewsOf } from '../live/news.ts'
import classes from './beside.module.css'
import type { Choice } from './choices.ts'
import { Differences } from './differences.tsx'
import { Photograph } from './photograph.tsx'

interface PaneProps {
  choice: Choice
  isJoined: boolean
  onClose: () => void
}

/** One view beside the image in work. */
export function Pane({ choice, isJoined, onClose }: PaneProps) {
  const { t } = useTranslation()
  const title = useTitle(choice)
  return (
    <section className={classes['pane']} aria-label={title}>
      <Content choice={choice} isJoined={isJoined} title={title} />
      <header className={classes['head']}>
        <span className={classes['title']}>{title}</span>
        <CloseButton
          size="sm"
          aria-label={t('annotations.beside.close', { title })}
          onClick={onClose}
        />
      </header>
    </section>
  )
}

function useTitle(choice: Choice): string {
  const { t } = useTranslation()
  const localised = useLocalised()
  if (choice.kind === 'result') return localised(describedKind(choice.result).title)
  if (choice.kind === 'reader') return t('annotations.beside.reader', { name: choice.name })
  return t(`annotations.beside.${choice.kind}`)
}

interface ContentProps extends Omit<PaneProps, 'onClose'> {
  title: string
}

function Content({ choice, ...rest }: ContentProps) {
  switch (choice.kind) {
    case 'fellowEye':
      return <FellowEye {...rest} />
    case 'earlierVisit':
      return <EarlierVisit {...rest} />
    case 'image':
      return <OtherImage id={choice.id} mayBeSameEye {...rest} />
    case 'result':
      return <WithResult kind={choice.result} {...rest} />
    case 'reader':
      return <OfReader name={choice.name} {...rest} />
  }
}

type Place = Omit<ContentProps, 'choice'>

/** A place of the content, and whether the image may show the eye in work. */
interface OtherPlace extends Place {
  mayBeSameEye: boolean
}

function FellowEye(place: Place) {
  const { t } = useTranslation()
  const query = useQuery(fellowEyes(useEditorContext().data.image))
  return (
    <Found
      query={query}
      none={t('annotations.beside.noFellowEye')}
      mayBeSameEye={false}
      {...place}
    />
  )
}

function EarlierVisit(place: Place) {
  const { t } = useTranslation()
  const query = useQuery(earlierVisits(useEditorContext().data.image))
  return (
    <Found query={query} none={t('annotations.beside.noEarlierVisit')} mayBeSameEye {...place} />
  )
}

interface FoundProps extends OtherPlace {
  query: UseQueryResult<readonly Image[]>
  /** The message if there is none. */
  none: string
}

/** The first of the images that were looked for. */
function Found({ query, none: missing, ...place }: FoundProps) {
  const { t } = useTranslation()
  const { data, error, isLoading, refetch } = query
  const [first] = data ?? []
  if (first !== undefined) return <OtherImage id={first.id} {...place} />
  if (error !== null) return <Failed error={error} onRetry={() => void refetch()} />
  return <Note>{isLoading ? t('common.loading') : missing}</Note>
}

/** Follows changes by colleagues; while the server is out of reach, it is as it was left here. */
function OtherImage({ id, ...place }: OtherPlace & { id: number }) {
  const { t } = useTranslation()
  const { username, data: open } = useEditorContext()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(annotatorData(id, {}, username))
  const datasetId = data?.image.dataset_id ?? open.image.dataset_id
  const follow = useEffectEvent(() => refreshAnnotatorData(client, id))
  useEffect(
    () =>
      onLiveEvent((event) => {
        const isDeletion = event.type === 'deletion' && event.image_id === id
        if (isDeletion || isNewsOf({ id, dataset_id: datasetId }, event)) follow()
      }),
    [id, datasetId],
  )
  if (data !== undefined) {
    return (
      <>
        <Photograph key={id} data={data} drawn="all" result={null} {...place} />
        <Differences other={data} />
      </>
    )
  }
  if (error === null) return <Note>{t('common.loading')}</Note>
  return <Failed error={error} onRetry={() => void refetch()} />
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <Note>
      <LoadFailed title={t('annotations.loadFailed')} error={error} onRetry={onRetry} />
    </Note>
  )
}

function WithResult({ kind, ...place }: Place & { kind: ResultKind }) {
  const { t } = useTranslation()
  const { data } = useEditorContext()
  const result = Object.values(data.image.results).find((each) => each.kind === kind)
  if (result === undefined) return <Note>{t('annotations.beside.noResult')}</Note>
  return (
    <Photograph
      key={result.id}
      data={data}
      drawn="nothing"
      result={result.id}
      mayBeSameEye={false}
      {...place}
    />
  )
}

function OfReader({ name, ...place }: Place & { name: string }) {
  const { data } = useEditorContext()
  const drawn = useMemo(() => ({ reader: name }), [name])
  return <Photograph data={data} drawn={drawn} result={null} mayBeSameEye={false} {...place} />
}

function Note({ children }: { children: ReactNode }) {
  return (
    <Text component="div" size="sm" c="dimmed" className={classes['note'] ?? ''}>
      {children}
    </Text>
  )
}
