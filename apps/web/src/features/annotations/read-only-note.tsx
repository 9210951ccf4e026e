import { Alert, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { IconEye } from '../../ui/icons.ts'
import classes from './annotate-page.module.css'
import { useEditorContext } from './editor-context.ts'

/** Says that the viewer's role or an assignment permits no changes, and who can change that. */
export function ReadOnlyNote() {
  const { t } = useTranslation()
  const { may, data } = useEditorContext()
  if (may('annotate')) return null
  const { locked } = data.image
  return (
    <div className={classes['part']}>
      <Alert
        p="xs"
        color="gray"
        icon={<IconEye size={18} aria-hidden />}
        title={locked === null ? t('roles.readOnly') : t(`assignments.locks.${locked}`)}
      >
        <Text size="xs">
          {locked === null
            ? t('roles.readOnlyHint', { owner: data.dataset.owner })
            : t(`assignments.locks.${locked}Hint`)}
        </Text>
      </Alert>
    </div>
  )
}
