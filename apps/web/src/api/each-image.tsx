import { notifications } from '@mantine/notifications'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback } from 'react'
import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'

import { useProblemText } from '../i18n/problem-text.ts'
import { inTurns } from './in-turns.ts'
import { Refusals } from './refusals.tsx'

/** Calls under way at a time. */
const atOnce = 4

interface Work {
  images: readonly Image[]
  act: (image: Image) => Promise<unknown>
  /** The user's action: the title of its notices. */
  title: string
  /** Queries that the calls make stale. */
  invalidates: readonly QueryKey[]
  /** The notice of the images for which it succeeded. */
  success: (images: readonly Image[]) => ReactNode
}

/**
 * Makes a call for each of several images. A refusal does not stop the others; a notice names each
 * refused image with the reason.
 */
export function useEachImage(): (work: Work) => Promise<void> {
  const { t } = useTranslation()
  const client = useQueryClient()
  const problemText = useProblemText()
  return useCallback(
    async ({ images, act, title, invalidates, success }) => {
      const progress = (done: number) => t('common.doneOf', { done, total: images.length })
      const id = notifications.show({
        title,
        message: progress(0),
        loading: true,
        autoClose: false,
      })
      const outcomes = await inTurns(images, atOnce, act, (done) =>
        notifications.update({ id, title, message: progress(done), loading: true }),
      )
      notifications.hide(id)
      const done = outcomes.filter(({ error }) => error === null).map(({ item }) => item)
      const refused = outcomes.filter(({ error }) => error !== null)
      if (done.length > 0) {
        const message = success(done)
        notifications.show({ title, message, color: 'green', autoClose: 10_000 })
      }
      if (refused.length > 0) {
        const reasons = refused.map(({ item, error }) => ({
          id: item.id,
          name: item.file_name,
          why: problemText(error),
        }))
        notifications.show({
          title,
          message: <Refusals reasons={reasons} />,
          color: 'red',
          autoClose: false,
        })
      }
      await Promise.all(invalidates.map((queryKey) => client.invalidateQueries({ queryKey })))
    },
    [t, client, problemText],
  )
}
