import { useTranslation } from 'react-i18next'

import { InlineSelect } from './inline-select.tsx'

export const limits = [50, 100, 500, 1000] as const

const data = limits.map((limit) => ({ value: String(limit), label: String(limit) }))

interface LimitSelectProps {
  limit: number
  onChange: (limit: number) => void
}

/** Choice of the maximum number of rows in a list. */
export function LimitSelect({ limit, onChange }: LimitSelectProps) {
  const { t } = useTranslation()
  return (
    <InlineSelect
      label={t('common.limit')}
      data={data}
      value={String(limit)}
      onChange={(value) => onChange(Number(value))}
      narrow
    />
  )
}
