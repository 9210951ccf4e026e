import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { ImportReport } from '#contract/imports'

import { count } from '../../i18n/format.ts'
import { useTold } from '../../i18n/told.ts'
import { Facts } from '../../ui/facts.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import classes from './import-dialog.module.css'

/** The effects of an import, with the skipped entries and the reasons. */
export function ReportOfTrial({ report }: { report: ImportReport }) {
  const { t } = useTranslation()
  const { images, annotations, categories, fields } = report
  const facts: [string, string][] = [
    [t('imports.created'), count(annotations.created)],
    [t('imports.existing'), count(annotations.existing)],
    [t('imports.leftOut'), count(annotations.left_out)],
    [
      t('imports.matched'),
      t('imports.of', { part: count(images.matched), whole: count(images.in_file) }),
    ],
  ]
  if (categories.created.length > 0) {
    facts.push([t('imports.newCategories'), categories.created.join(', ')])
  }
  if (categories.attached.length > 0) {
    facts.push([t('imports.addedCategories'), categories.attached.join(', ')])
  }
  if (fields.created.length > 0) facts.push([t('imports.newFields'), fields.created.join(', ')])
  return (
    <Stack gap="sm">
      <Text fw={600}>{t('imports.wouldDo')}</Text>
      <Facts facts={facts} />
      {report.reasons.length > 0 && <Reasons reasons={report.reasons} />}
    </Stack>
  )
}

function Reasons({ reasons }: { reasons: ImportReport['reasons'] }) {
  const { t } = useTranslation()
  const { told } = useTold()
  return (
    <>
      <Text fw={600}>{t('imports.why')}</Text>
      <ScrollRegion label={t('imports.why')} className={classes['reasons']}>
        {reasons.map(({ reason, count: number, annotations, examples }) => (
          <div key={reason} className={classes['reason']}>
            {t(`imports.reasons.${reason}`)}: {count(number)}
            {annotations > 0 && ` (${t('imports.annotationsLeftOut', { count: annotations })})`}
            <ul className={classes['cases']}>
              {examples.map((example) => (
                <li key={example.message}>{told(example)}</li>
              ))}
              {number > examples.length && (
                <li>{t('imports.more', { count: number - examples.length })}</li>
              )}
            </ul>
          </div>
        ))}
      </ScrollRegion>
    </>
  )
}
