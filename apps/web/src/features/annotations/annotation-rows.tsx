import { ActionIcon } from '@mantine/core'
import {
  IconChevronDown,
  IconChevronRight,
  IconEye,
  IconEyeOff,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'

import { deleteAnnotations } from '#annotation/commands'
import type { AnnotationId } from '#annotation/document'
import type { Editor } from '#annotation/editor'

import { useServerInfo } from '../../api/viewer.ts'
import { HueDot } from '../../ui/hue-dot.tsx'
import classes from './annotation-list.module.css'
import { useBench } from './bench.ts'
import { createIn, selectInList } from './commands.ts'
import type { ListRow } from './list-rows.ts'
import { useEditor } from './use-editor.ts'

const size = 16

type RowOf<Kind extends ListRow['kind']> = Extract<ListRow, { kind: Kind }>

export const CategoryRow = memo(function CategoryRow({ row }: { row: RowOf<'category'> }) {
  const { t } = useTranslation()
  const bench = useBench()
  const { editor } = bench.annotator
  const { category, annotations, expanded } = row
  const { name } = category
  const active = useEditor(editor, (state) => state.activeCategory === category.id)
  const toggle = () => {
    const collapsed = new Set(bench.collapsed)
    if (!collapsed.delete(category.id)) collapsed.add(category.id)
    bench.setCollapsed(collapsed)
  }
  return (
    <div className={classes['category']} data-active={active || undefined}>
      <ActionIcon
        size="sm"
        aria-expanded={expanded}
        aria-label={t(expanded ? 'annotations.collapseOf' : 'annotations.expandOf', { name })}
        onClick={toggle}
      >
        {expanded ? <IconChevronDown size={size} /> : <IconChevronRight size={size} />}
      </ActionIcon>
      <button
        type="button"
        className={classes['name']}
        aria-pressed={active}
        aria-label={t('annotations.activate', { name })}
        title={name}
        onClick={() => editor.setView({ activeCategory: category.id })}
      >
        <HueDot color={category.color} />
        <span className={classes['text']}>{name}</span>
      </button>
      <span
        className={classes['aside']}
        title={t('annotations.count', { count: annotations.length })}
      >
        {annotations.length}
      </span>
      {annotations.length > 0 && (
        <Visibility name={name} ids={annotations.map(({ id }) => id)} editor={editor} />
      )}
      <ActionIcon
        size="sm"
        aria-label={t('annotations.newOf', { name })}
        onClick={() => createIn(bench, category.id)}
      >
        <IconPlus size={size} />
      </ActionIcon>
    </div>
  )
})

export const AnnotationRow = memo(function AnnotationRow({ row }: { row: RowOf<'annotation'> }) {
  const { t } = useTranslation()
  const { annotator } = useBench()
  const { info } = useServerInfo()
  const { editor } = annotator
  const { annotation, category, number } = row
  const { id, creator } = annotation
  const selected = useEditor(editor, (state) => state.selection === id)
  const hovered = useEditor(editor, (state) => state.hover === id)
  const name = t('annotations.annotationOf', { category: category.name, number })
  const title = t('annotations.annotation', { number })
  const isEmpty = annotation.geometry.length === 0 && annotation.keypoints.length === 0
  const notes = [
    isEmpty ? `(${t('annotations.empty')})` : '',
    info.login_enabled && creator !== null ? t('annotations.by', { name: creator }) : '',
  ].filter((note) => note !== '')
  return (
    <div
      className={classes['annotation']}
      data-selected={selected || undefined}
      data-hovered={hovered || undefined}
      onPointerEnter={() => editor.setView({ hover: id })}
      onPointerLeave={() => editor.setView({ hover: null })}
    >
      <button
        type="button"
        className={classes['name']}
        aria-pressed={selected}
        aria-label={[`${category.name}: ${title}`, ...notes].join(' ')}
        onClick={() => selectInList(annotator, id)}
      >
        <HueDot color={annotation.color ?? category.color} />
        <span>{title}</span> <span className={classes['notes']}>{notes.join(' ')}</span>
      </button>
      <Visibility name={name} ids={[id]} editor={editor} />
      <ActionIcon
        size="sm"
        aria-label={t('annotations.deleteOf', { name })}
        onClick={() => editor.change('delete', deleteAnnotations([id]))}
      >
        <IconTrash size={size} />
      </ActionIcon>
    </div>
  )
}, hasSameRow)

/** Another annotation's change leaves a row as it is. */
function hasSameRow(
  { row: before }: { row: RowOf<'annotation'> },
  { row: after }: { row: RowOf<'annotation'> },
): boolean {
  return (
    before.annotation === after.annotation &&
    before.category === after.category &&
    before.number === after.number
  )
}

interface VisibilityProps {
  name: string
  ids: readonly AnnotationId[]
  editor: Editor
}

function Visibility({ name, ids, editor }: VisibilityProps) {
  const { t } = useTranslation()
  const hidden = useEditor(editor, (state) => ids.every((id) => state.hidden.has(id)))
  const toggle = () => {
    const next = new Set(editor.state.hidden)
    for (const id of ids) {
      if (hidden) next.delete(id)
      else next.add(id)
    }
    editor.setView({ hidden: next })
  }
  return (
    <ActionIcon
      size="sm"
      aria-label={t(hidden ? 'annotations.showOf' : 'annotations.hideOf', { name })}
      onClick={toggle}
    >
      {hidden ? <IconEyeOff size={size} /> : <IconEye size={size} />}
    </ActionIcon>
  )
}
