import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { LesionNumbers } from '#contract/analysis-numbers'

import { percent } from '../../../i18n/format.ts'
import { Fact } from './fact.tsx'
import classes from './results.module.css'
import { useAreaName } from './use-area-name.ts'

/** The areas that an assistant found, with the intended use and limits that its maker states. */
export function FoundAreas({ numbers }: { numbers: LesionNumbers }) {
  const { t } = useTranslation()
  const nameOf = useAreaName()
  return (
    <>
      <dl className={classes['facts']}>
        {numbers.found.map(({ name, count, share }) => (
          <Fact key={name} name={nameOf(name)}>
            {t('analysis.lesions.found', { count, share: percent(share) })}
          </Fact>
        ))}
      </dl>
      <Text size="xs">{numbers.intendedUse}</Text>
      <Text size="xs" c="dimmed">
        {numbers.limits}
      </Text>
    </>
  )
}
