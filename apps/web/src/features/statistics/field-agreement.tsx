import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { Field } from '#contract/fields/field'
import type { FieldAgreement as Agreement } from '#contract/statistics'

import { ComparedSources, ComparedTable } from '../../api/compared-table.tsx'
import { count } from '../../i18n/format.ts'

interface FieldAgreementProps {
  field: Field
  agreement: Agreement
}

/** How far the readers of a field agree. */
export function FieldAgreement({ field, agreement }: FieldAgreementProps) {
  const { t } = useTranslation()
  const { subjects, same, pairs } = agreement
  return (
    <>
      <Text size="sm" fw={600} mt="md" mb={4}>
        {t('statistics.readers.title')}
      </Text>
      <Text size="sm" mb="xs">
        {pairs.length === 0
          ? t('statistics.readers.none')
          : t('statistics.readers.shared', { same: count(same), subjects: count(subjects) })}
      </Text>
      {pairs.length > 0 && (
        <>
          <ComparedTable
            label={t('statistics.readers.title')}
            corner={t('statistics.readers.pair')}
            field={field}
            columns={pairs.map(({ readers, ...compared }) => ({
              title: readers.join(', '),
              compared,
            }))}
          />
          <ComparedSources field={field} />
        </>
      )}
    </>
  )
}
