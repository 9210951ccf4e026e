import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

import type { SaveLedger } from '#annotation/save'

import { IconDownload } from '../../../ui/icons.ts'
import { downloadText } from '../download-text.ts'
import { useEditorContext } from '../editor-context.ts'

const load = () => import('./unsaved-document.ts')

/** Loads the code of the download with the first change: without the server, none can be loaded. */
export function useDownloadAhead(isUnsaved: boolean): void {
  useEffect(() => {
    // If this fails, the button says so when it is pressed.
    if (isUnsaved) load().catch(() => undefined)
  }, [isUnsaved])
}

/** Downloads the changes that the server does not have, for an import by somebody who may make them. */
export function DownloadUnsaved({ ledger }: { ledger: SaveLedger }) {
  const { t } = useTranslation()
  const { data } = useEditorContext()
  const write = ({ unsavedDocument }: Awaited<ReturnType<typeof load>>) => {
    const text = JSON.stringify(unsavedDocument(ledger, data, new Date()))
    downloadText(text, { name: `unsaved-${data.image.id}.json`, type: 'application/json' })
  }
  const tellMissing = () =>
    notifications.show({
      id: 'download out of reach',
      title: t('annotations.save.download'),
      message: t('annotations.beside.outOfReach'),
      color: 'yellow',
    })
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      title={t('annotations.save.downloadHint')}
      leftSection={<IconDownload size={14} aria-hidden />}
      onClick={() => void load().then(write, tellMissing)}
    >
      {t('annotations.save.download')}
    </Button>
  )
}
