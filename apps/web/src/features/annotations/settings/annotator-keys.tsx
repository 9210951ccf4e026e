import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { GestureList, ShortcutList } from '../commands/shortcut-list.tsx'
import classes from './settings-dialog.module.css'

/** All keys and gestures of the annotator. */
export function AnnotatorKeys() {
  const { t } = useTranslation()
  return (
    <>
      <section>
        <h2 className={classes['title']}>{t('annotations.keyboard')}</h2>
        <Text size="sm" c="dimmed" mb="sm">
          {t('annotations.keyboardHint')}
        </Text>
        <ShortcutList />
      </section>
      <section>
        <h2 className={classes['title']}>{t('annotations.mouseAndTouch')}</h2>
        <GestureList />
      </section>
    </>
  )
}
