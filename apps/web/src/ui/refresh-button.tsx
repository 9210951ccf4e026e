import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { IconRefresh } from './icons.ts'
import type { ShownQuery } from './load-failed.tsx'

/** Fetches the displayed data again. */
export function RefreshButton({ query }: { query: ShownQuery }) {
  const { t } = useTranslation()
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} />}
      loading={query.isFetching && query.data !== undefined}
      onClick={() => void query.refetch()}
    >
      {t('common.refresh')}
    </Button>
  )
}
