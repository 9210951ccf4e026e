import { Alert, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { PacsSettings } from '#contract/pacs'
import { mostStudies, type PacsStudy } from '#contract/pacs-search'

import { useProblemText } from '../../i18n/problem-text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconAlertTriangle, IconMoodEmpty, IconSearch } from '../../ui/icons.ts'
import type { useSearchPacs } from './api.ts'
import classes from './retrieve-dialog.module.css'
import { StudyTable } from './study-table.tsx'

interface FoundStudiesProps {
  search: Pick<ReturnType<typeof useSearchPacs>, 'data' | 'error' | 'isPending'>
  /** The modality of the images that the dataset accepts. */
  modality: PacsSettings['MODALITY']
  ticked: ReadonlySet<string>
  onTick: (studies: readonly PacsStudy[], isTicked: boolean) => void
}

/** The answer of the PACS, or why there is none. */
export function FoundStudies({ search, ...rest }: FoundStudiesProps) {
  return (
    <div className={classes['found']}>
      <div aria-live="polite">
        <Answer {...search} />
      </div>
      <Studies search={search} {...rest} />
    </div>
  )
}

/** The table, for as long as there is something to show. */
function Studies({ search: { data, isPending }, ...rest }: FoundStudiesProps) {
  if (isPending) return <StudyTable studies={undefined} {...rest} />
  if (data === undefined || data.studies.length === 0) return null
  return <StudyTable studies={data.studies} {...rest} />
}

function Answer({ data, error, isPending }: FoundStudiesProps['search']) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  if (isPending) return <Text size="sm">{t('pacs.searching')}</Text>
  if (error !== null) {
    return (
      <Alert color="red" title={t('pacs.searchFailed')} icon={<IconAlertTriangle />}>
        {problemText(error)}
      </Alert>
    )
  }
  if (data === undefined) {
    return (
      <EmptyState icon={<IconSearch size={32} />} title={t('pacs.searchFirst')}>
        {t('pacs.searchHint')}
      </EmptyState>
    )
  }
  if (data.more) {
    return (
      <Alert color="yellow" title={t('pacs.moreStudies', { most: mostStudies })}>
        {t('pacs.moreStudiesHint')}
      </Alert>
    )
  }
  if (data.studies.length > 0) {
    return <Text size="sm">{t('pacs.studiesFound', { count: data.studies.length })}</Text>
  }
  return (
    <EmptyState icon={<IconMoodEmpty size={32} />} title={t('pacs.noStudies')}>
      {t('pacs.noStudiesHint')}
    </EmptyState>
  )
}
