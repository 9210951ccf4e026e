import { Anchor } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'

import { useViewer } from '../../../api/viewer.ts'
import { imagesWithUnsavedWork } from './unsaved-store.ts'

const notice = 'unsaved work'

/** Leads users who sign in back to the images with their unsaved work in this browser. */
export function UnsavedWork() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const username = useViewer()?.username
  const tell = useEffectEvent((images: readonly number[]) => {
    // The annotator itself reports other images.
    if (images.length === 0 || pathname.startsWith('/annotate/')) return
    notifications.show({
      id: notice,
      title: t('annotations.keptTitle'),
      message: (
        <>
          {t('annotations.save.elsewhere')}{' '}
          {images.map((id) => (
            <Anchor
              key={id}
              size="sm"
              mr="xs"
              component={Link}
              to={`/annotate/${id}`}
              onClick={() => void notifications.hide(notice)}
            >
              {t('annotations.save.image', { id })}
            </Anchor>
          ))}
        </>
      ),
      color: 'yellow',
      autoClose: false,
    })
  })
  useEffect(() => {
    if (username === undefined) return undefined
    let current = true
    imagesWithUnsavedWork(username).then(
      (images) => current && tell(images),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [username])
  return null
}
