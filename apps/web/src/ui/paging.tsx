import { Pagination } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface PagingProps {
  page: number
  pages: number
  onChange: (page: number) => void
  /** Distinguishes several bars on one screen. */
  label: string
}

/**
 * Shows up to eleven places: both ends, the current page with three neighbours on each side, and the gaps.
 */
export function Paging({ page, pages, onChange, label }: PagingProps) {
  const { t } = useTranslation()
  if (pages <= 1) return null
  return (
    <nav aria-label={label}>
      <Pagination
        value={page}
        total={pages}
        siblings={3}
        boundaries={1}
        size="sm"
        onChange={onChange}
        getItemProps={(number) => ({ 'aria-label': t('common.page', { page: number }) })}
        getControlProps={(control) => ({
          'aria-label': control === 'previous' ? t('common.previousPage') : t('common.nextPage'),
        })}
      />
    </nav>
  )
}
