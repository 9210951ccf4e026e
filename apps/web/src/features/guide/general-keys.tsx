import { Kbd } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { useKeysText } from '../../ui/use-keys-text.ts'
import classes from './guide.module.css'
import { useHelpKeys } from './help-keys.ts'

const fixed = ['search', 'close', 'move', 'press'] as const

/** The keys that work on every page. */
export function GeneralKeys() {
  const { t } = useTranslation()
  const keys = useHelpKeys()
  const keysText = useKeysText()
  return (
    <dl className={classes['keys']}>
      {keys.map((each) => (
        <div key={each}>
          <dt>
            <Kbd>{keysText(each)}</Kbd>
          </dt>
          <dd>{t('help.keyList.help')}</dd>
        </div>
      ))}
      {fixed.map((key) => (
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
