import { Alert, Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { IconTrash } from '../../../ui/icons.ts'
import classes from '../annotate-page.module.css'
import { useEditorContext } from '../editor-context.ts'
import type { Deletion } from './use-deletion.ts'

/** Says that somebody has deleted the open image, and that no work is lost. */
export function DeletionBanner({ deletion: { what, by } }: { deletion: Deletion }) {
  const { t } = useTranslation()
  const { data } = useEditorContext()
  const name = what === 'dataset' ? data.dataset.name : data.image.file_name
  const title =
    what === null
      ? t('annotations.gone.unknown', { name })
      : t(`annotations.gone.${what}`, { name, by })
  return (
    <Alert
      className={classes['gone'] ?? ''}
      color="yellow"
      variant="outline"
      role="alert"
      icon={<IconTrash size={20} aria-hidden />}
      title={title}
    >
      <Text size="sm">{t('annotations.gone.work')}</Text>
      <Text size="sm">
        {t('annotations.gone.restore')}{' '}
        <Anchor component={Link} to="/undo" inherit underline="always">
          {t('annotations.gone.toUndo')}
        </Anchor>
      </Text>
    </Alert>
  )
}
