import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { generateFhir, type getFhir, pushFhir } from '#contract/fhir'

import type { CallOutput } from '../../api/call.ts'
import { useMay } from '../../api/rights.ts'
import { IconDownload, IconFileExport, IconRefresh, IconSend } from '../../ui/icons.ts'
import { downloadAddress, useGenerate, usePush } from './api.ts'

interface MessageActionsProps {
  imageId: number
  found: CallOutput<typeof getFhir>
}

export function MessageActions({ imageId, found }: MessageActionsProps) {
  const { t } = useTranslation()
  const may = useMay()
  const generate = useGenerate(imageId)
  const push = usePush(imageId)
  const query = { original_id: imageId }
  const { version, stale, push: pushed } = found
  const isThere = version !== null
  const isUnderWay = pushed?.state === 'waiting' || pushed?.state === 'sent'
  return (
    <Group justify="flex-end" gap="sm">
      {isThere && (
        <>
          <Button
            component="a"
            href={downloadAddress(imageId, 'transaction')}
            download
            variant="default"
            leftSection={<IconFileExport size={16} />}
          >
            {t('fhir.downloadTransaction')}
          </Button>
          <Button
            component="a"
            href={downloadAddress(imageId, 'message')}
            download
            variant="default"
            leftSection={<IconDownload size={16} />}
          >
            {t('fhir.downloadCurrent')}
          </Button>
        </>
      )}
      {isThere && pushed !== null && may(pushFhir) && (
        <Button
          variant="default"
          leftSection={<IconSend size={16} />}
          disabled={stale || isUnderWay}
          loading={push.isPending}
          onClick={() => push.mutate({ query })}
        >
          {t('fhir.send')}
        </Button>
      )}
      {may(generateFhir) && (
        <Button
          leftSection={<IconRefresh size={16} />}
          loading={generate.isPending}
          onClick={() => generate.mutate({ query })}
        >
          {t('fhir.generate')}
        </Button>
      )}
    </Group>
  )
}
