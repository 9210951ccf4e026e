import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { imageRecordId, type RecordId } from '#annotation/document'
import type { Conflict, SaveLedger } from '#annotation/save'

import { Dialog } from '../../../ui/dialog.tsx'
import { useEditorContext } from '../editor-context.ts'
import { keepBoth, myMeasurements, unite, versionsOf } from '../saving/settle-conflict.ts'
import { AnnotationConflict } from './annotation-conflict.tsx'
import { ImageConflict } from './image-conflict.tsx'

interface ConflictDialogProps {
  ledger: SaveLedger
  /** Conflicts that the user has postponed. */
  postponed: ReadonlySet<RecordId>
  onPostpone: (id: RecordId) => void
}

function conflictsIn({ entries }: SaveLedger): (readonly [RecordId, Conflict])[] {
  return [...entries].flatMap(([id, entry]) =>
    entry.state === 'conflict' ? [[id, entry] as const] : [],
  )
}

/** Shows the two versions of a conflict and lets the user choose. */
export function ConflictDialog({ ledger, postponed, onPostpone }: ConflictDialogProps) {
  const { t } = useTranslation()
  const { annotator } = useEditorContext()
  const { saving } = annotator
  const open = conflictsIn(ledger).filter(([id]) => !postponed.has(id))
  const [first, ...others] = open
  if (first === undefined) return null
  const [id, conflict] = first
  const hasShapes = versionsOf(conflict) !== null
  return (
    <Dialog opened size="xl" title={t('annotations.conflict.title')} onClose={() => onPostpone(id)}>
      <Stack>
        {id === imageRecordId ? (
          <ImageConflict conflict={conflict} />
        ) : (
          <AnnotationConflict conflict={conflict} />
        )}
        {others.length > 0 && (
          <Text size="sm" c="dimmed">
            {t('annotations.conflict.more', { count: others.length })}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="subtle" color="gray" onClick={() => onPostpone(id)}>
            {t('annotations.conflict.later')}
          </Button>
          {hasShapes && (
            <Button variant="default" onClick={() => unite(annotator, id)}>
              {t('annotations.conflict.unite')}
            </Button>
          )}
          {(hasShapes || myMeasurements(conflict) !== null) && (
            <Button variant="default" onClick={() => keepBoth(annotator, id)}>
              {t('annotations.conflict.keepBoth')}
            </Button>
          )}
          <Button variant="default" onClick={() => saving.takeTheirs(id)}>
            {t('annotations.conflict.takeTheirs')}
          </Button>
          <Button onClick={() => saving.keepMine(id)}>{t('annotations.conflict.keepMine')}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
