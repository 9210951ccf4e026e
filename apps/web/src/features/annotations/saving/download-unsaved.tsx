import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { SaveLedger } from '#annotation/save'

import { IconDownload } from '../../../ui/icons.ts'
import { downloadText } from '../download-text.ts'
import { useEditorContext } from '../editor-context.ts'

/** Downloads the changes that the server does not have, for an import by somebody who may make them. */
export function DownloadUnsaved({ ledger }: { ledger: SaveLedger }) {
  const { t } = useTranslation()
  const { data } = useEditorContext()
  const download = async () => {
    const { unsavedDocument } = await import('./unsaved-document.ts')
    const text = JSON.stringify(unsavedDocument(ledger, data, new Date()))
    downloadText(text, { name: `unsaved-${data.image.id}.json`, type: 'application/json' })
  }
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      title={t('annotations.save.downloadHint')}
      leftSection={<IconDownload size={14} aria-hidden />}
      onClick={() => void download()}
    >
      {t('annotations.save.download')}
    </Button>
  )
}
