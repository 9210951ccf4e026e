import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { extentOf } from '#annotation/commands'
import { type Annotation, type AnyRecord, isAnnotation } from '#annotation/document'
import type { Conflict } from '#annotation/save'

import { annotationDeletedBy } from '../api.ts'
import { useEditorContext } from '../editor-context.ts'
import { placeInCategory } from '../list/list-rows.ts'
import classes from './conflict-dialog.module.css'
import { ShapePreview } from './shape-preview.tsx'

/** The two versions of an annotation that two people have changed. */
export function AnnotationConflict({ conflict }: { conflict: Conflict }) {
  const { t } = useTranslation()
  const { annotator, username } = useEditorContext()
  const { document } = annotator.editor.state
  const mine = annotationIn(conflict.local)
  const theirs = annotationIn(conflict.current?.content)
  const known = mine ?? theirs ?? annotationIn(conflict.server?.content)
  const category = known && document.categories.get(known.categoryId)
  const by = useOther(conflict)
  const isMyself = by === username
  const titleOfOther = isMyself
    ? t('annotations.conflict.elsewhere')
    : (by ?? t('annotations.conflict.theirs'))
  const number = known ? placeInCategory(document, known) : 0
  const name = t('annotations.annotationOf', { category: category?.name ?? '', number })
  return (
    <>
      <Text size="sm">
        {t(`annotations.conflict.${isMyself ? 'oneByMyself' : 'oneBy'}`, {
          name,
          by: by ?? t('annotations.conflict.somebody'),
        })}
      </Text>
      <div className={classes['versions']}>
        <Version title={t('annotations.conflict.mine')} annotation={mine} other={theirs} />
        <Version title={titleOfOther} annotation={theirs} other={mine} />
      </div>
    </>
  )
}

/** Who has changed or deleted the annotation; null if it is not known. */
function useOther({ server, current }: Conflict): string | null {
  const id = server?.serverId ?? null
  const isDeleted = current === null && id !== null
  const { data = null } = useQuery({ ...annotationDeletedBy(id ?? 0), enabled: isDeleted })
  return isDeleted ? data : (current?.changedBy ?? null)
}

function annotationIn(record: AnyRecord | null | undefined): Annotation | null {
  return record && isAnnotation(record) ? record : null
}

interface VersionProps {
  title: string
  /** Null if it was deleted. */
  annotation: Annotation | null
  /** The other version, so that both are displayed at the same place and scale. */
  other: Annotation | null
}

function Version({ title, annotation, other }: VersionProps) {
  const { t } = useTranslation()
  const { annotator, data } = useEditorContext()
  const category = annotator.editor.state.document.categories.get(annotation?.categoryId ?? -1)
  return (
    <figure className={classes['version']}>
      <figcaption>{title}</figcaption>
      <ShapePreview
        image={data.image}
        shape={annotation}
        around={[annotation, other]}
        color={annotation?.color ?? category?.color ?? '#ffffff'}
      />
      <Text size="sm">
        {annotation === null
          ? t('annotations.conflict.deleted')
          : t('annotations.conflict.category', { name: category?.name ?? '' })}
      </Text>
      {annotation !== null && extentOf(annotation) === null && (
        <Text size="sm" c="dimmed">
          {t('annotations.conflict.noShape')}
        </Text>
      )}
    </figure>
  )
}
