import { useTranslation } from 'react-i18next'

/** What an area of a result is called; a hospital's own network names its areas as it likes. */
export function useAreaName(): (area: string) => string {
  const { t } = useTranslation()
  const names: Readonly<Record<string, string>> = t('analysis.areas', { returnObjects: true })
  return (area) => names[area] ?? area.replaceAll('_', ' ')
}
