import { Kbd } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import classes from './guide.module.css'

const keys = ['help', 'search', 'close', 'move', 'press'] as const

/** The keys that work on every page. */
export function GeneralKeys() {
  const { t } = useTranslation()
  return (
    <dl className={classes['keys']}>
      {keys.map((key) => (
        <div key={key}>
          <dt>
            <Kbd>{t(`help.keyNames.${key}`)}</Kbd>
          </dt>
          <dd>{t(`help.keyList.${key}`)}</dd>
        </div>
      ))}
    </dl>
  )
}
