import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { Annotation, AnnotationId } from '#annotation/document'
import type { Conflict, SaveLedger } from '#annotation/save'

import { Dialog } from '../../../ui/dialog.tsx'
import { useBench } from '../bench.ts'
import classes from './conflict-dialog.module.css'
import { placeInCategory } from '../list/list-rows.ts'
import { ShapePreview } from './shape-preview.tsx'

interface ConflictDialogProps {
  ledger: SaveLedger
  /** Conflicts that the user wants to decide later. */
  postponed: ReadonlySet<AnnotationId>
  onPostpone: (id: AnnotationId) => void
}

function conflictsIn({ entries }: SaveLedger): (readonly [AnnotationId, Conflict])[] {
  return [...entries].flatMap(([id, entry]) =>
    entry.state === 'conflict' ? [[id, entry] as const] : [],
  )
}

/** Shows both versions of an annotation that two people have changed, and lets one choose. */
export function ConflictDialog({ ledger, postponed, onPostpone }: ConflictDialogProps) {
  const { t } = useTranslation()
  const { annotator } = useBench()
  const { saving, editor } = annotator
  const open = conflictsIn(ledger).filter(([id]) => !postponed.has(id))
  const [first, ...others] = open
  if (first === undefined) return null
  const [id, { local, current, server }] = first
  const theirs = current?.content ?? null
  const known = local ?? theirs ?? server?.content
  const category = known && editor.state.document.categories.get(known.categoryId)
  const number = known ? placeInCategory(editor.state.document, known) : 0
  const name = t('annotations.annotationOf', { category: category?.name ?? '', number })
  return (
    <Dialog opened size="lg" title={t('annotations.conflict.title')} onClose={() => onPostpone(id)}>
      <Stack>
        <Text size="sm">{t('annotations.conflict.one', { name })}</Text>
        <div className={classes['versions']}>
          <Version title={t('annotations.conflict.mine')} annotation={local} other={theirs} />
          <Version title={t('annotations.conflict.theirs')} annotation={theirs} other={local} />
        </div>
        {others.length > 0 && (
          <Text size="sm" c="dimmed">
            {t('annotations.conflict.more', { count: others.length })}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="subtle" color="gray" onClick={() => onPostpone(id)}>
            {t('annotations.conflict.later')}
          </Button>
          <Button variant="default" onClick={() => saving.takeTheirs(id)}>
            {t('annotations.conflict.takeTheirs')}
          </Button>
          <Button onClick={() => saving.keepMine(id)}>{t('annotations.conflict.keepMine')}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

interface VersionProps {
  title: string
  /** Null where it was deleted. */
  annotation: Annotation | null
  /** The other one, so that both are seen at the same place and scale. */
  other: Annotation | null
}

function Version({ title, annotation, other }: VersionProps) {
  const { t } = useTranslation()
  const { annotator, data } = useBench()
  const category = annotator.editor.state.document.categories.get(annotation?.categoryId ?? -1)
  return (
    <figure className={classes['version']}>
      <figcaption>{title}</figcaption>
      <ShapePreview
        image={data.image}
        annotation={annotation}
        around={[annotation, other]}
        color={annotation?.color ?? category?.color ?? '#ffffff'}
      />
      <Text size="sm">
        {annotation === null
          ? t('annotations.conflict.deleted')
          : t('annotations.conflict.category', { name: category?.name ?? '' })}
      </Text>
      {annotation?.geometry.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('annotations.conflict.noShape')}
        </Text>
      )}
    </figure>
  )
}
