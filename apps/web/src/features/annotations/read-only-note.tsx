import { Alert, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { IconEye } from '../../ui/icons.ts'
import classes from './annotate-page.module.css'
import { useEditorContext } from './editor-context.ts'

/** Says that the viewer's role permits no changes, and who can give another one. */
export function ReadOnlyNote() {
  const { t } = useTranslation()
  const { may, data } = useEditorContext()
  if (may('annotate')) return null
  return (
    <div className={classes['part']}>
      <Alert
        p="xs"
        color="gray"
        icon={<IconEye size={18} aria-hidden />}
        title={t('roles.readOnly')}
      >
        <Text size="xs">{t('roles.readOnlyHint', { owner: data.dataset.owner })}</Text>
      </Alert>
    </div>
  )
}
