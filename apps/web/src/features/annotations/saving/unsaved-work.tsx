import { Anchor } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'

import { useViewer } from '../../../api/viewer.ts'
import { lookUpKeptWork, useKeptWork } from './kept-work.ts'
import type { KeptWork } from './unsaved-store.ts'

const notice = 'unsaved work'
/** Milliseconds between attempts to send what is kept. */
const pause = 30_000

/**
 * Sends the user's work that this browser keeps: after signing in, when the network returns, and by and by.
 * Leads to the images whose work still could not be sent.
 */
export function UnsavedWork() {
  const username = useViewer()?.username
  const { pathname } = useLocation()
  const kept = useKeptWork()
  const send = useEffectEvent(async (name: string) => {
    const images = await lookUpKeptWork(name)
    if (images.length === 0) return
    const { sendKeptWork } = await import('./send-kept-work.ts')
    await sendKeptWork(name, images)
    await lookUpKeptWork(name)
  })
  useEffect(() => {
    if (username === undefined) return undefined
    let last = Promise.resolve()
    const sendNext = () => {
      last = last.then(() => send(username)).catch(() => undefined)
    }
    sendNext()
    const timer = setInterval(sendNext, pause)
    addEventListener('online', sendNext)
    return () => {
      clearInterval(timer)
      removeEventListener('online', sendNext)
    }
  }, [username])

  // The annotator itself reports other images.
  const isReported = pathname.startsWith('/annotate/')
  const list = JSON.stringify(kept)
  const { t } = useTranslation()
  useEffect(() => {
    const images = JSON.parse(list) as KeptWork[]
    if (images.length === 0 || isReported) {
      notifications.hide(notice)
      return
    }
    notifications.show({
      id: notice,
      title: t('annotations.keptTitle'),
      message: (
        <>
          {t('annotations.save.elsewhere')} <KeptImages images={images} />
        </>
      ),
      color: 'yellow',
      autoClose: false,
    })
  }, [list, isReported, t])
  return null
}

/** Links to images with kept work, by their files. */
export function KeptImages({ images }: { images: readonly KeptWork[] }) {
  const { t } = useTranslation()
  return images.map(({ imageId, name }) => (
    <Anchor
      key={imageId}
      size="xs"
      mr="xs"
      underline="always"
      component={Link}
      to={`/annotate/${imageId}`}
      onClick={() => void notifications.hide(notice)}
    >
      {name ?? t('annotations.save.image', { id: imageId })}
    </Anchor>
  ))
}
