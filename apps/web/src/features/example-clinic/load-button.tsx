import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

import { currentLanguage } from '../../i18n/i18n.ts'
import { IconEye } from '../../ui/icons.ts'
import { useLoadClinic } from './api.ts'

/** Loads the example clinic and opens its table, where the photographs appear one by one. */
export function LoadButton() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const load = useLoadClinic()
  // The offer, and this button with it, disappears before the answer reaches a callback of `mutate`.
  const start = async () => {
    const { dataset_id: id } = await load.mutateAsync({ body: { language: currentLanguage() } })
    await navigate(`/tabulardataset/${id}`)
  }
  return (
    <Button
      leftSection={<IconEye size={16} />}
      loading={load.isPending}
      onClick={() => void start().catch(() => undefined)}
    >
      {t('exampleClinic.load')}
    </Button>
  )
}
