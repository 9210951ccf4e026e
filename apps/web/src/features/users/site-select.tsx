import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { isInstallationAdmin } from '#contract/account'

import { siteList } from '../../api/sites.ts'
import { useViewer } from '../../api/viewer.ts'
import { ChoiceSelect } from '../../ui/choice-select.tsx'

const none = 'none'

interface SiteSelectProps {
  value: number | null
  description?: string | undefined
  onChange: (siteId: number | null) => void
}

/** The site of an account. Shown to administrators of the installation, if it has sites. */
export function SiteSelect({ value, description, onChange }: SiteSelectProps) {
  const { t } = useTranslation()
  const sites = useSites()
  if (sites.length === 0) return null
  return (
    <ChoiceSelect
      label={t('sites.site')}
      description={description}
      data={[
        { value: none, label: t('sites.installation') },
        ...sites.map(({ id, name }) => ({ value: `${id}`, label: name })),
      ]}
      value={value === null ? none : `${value}`}
      onChange={(chosen) => onChange(chosen === none ? null : Number(chosen))}
    />
  )
}

/** The sites of the installation; none for those who do not administer it. */
export function useSites() {
  const viewer = useViewer()
  const enabled = viewer !== null && isInstallationAdmin(viewer)
  const { data } = useQuery({ ...siteList, enabled })
  return enabled ? (data ?? []) : []
}
