import { Menu } from '@mantine/core'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'

import { colourOf } from '#annotation/colour'
import { deleteAnnotations, extentOf } from '#annotation/commands'
import type { AnnotationId } from '#annotation/document'
import { addsToSelection } from '#annotation/editor-state'
import { type Look, usualLook, withAnnotationLooks } from '#annotation/looks'
import { canFlipVessels, flipVessels } from '#annotation/vessel-kind'

import { HueDot } from '../../../ui/hue-dot.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { IconArrowsDiff, IconFocus2, IconForms, IconLock, IconTrash } from '../../../ui/icons.ts'
import { RowMenu } from '../../../ui/row-menu.tsx'
import classes from './annotation-list.module.css'
import { useEditorContext } from '../editor-context.ts'
import { selectInList } from '../commands/commands.ts'
import type { RowOf } from './list-rows.ts'
import { LookItems } from './look-items.tsx'
import { originText } from './origin-text.ts'
import { useRowDialog } from './row-dialogs.tsx'
import { useEditor } from '../use-editor.ts'
import { showOnly, VisibilityButton } from './visibility-button.tsx'

const size = 16

interface AnnotationRowProps {
  row: RowOf<'annotation'>
  tellsCreator: boolean
}

export const AnnotationRow = memo(function AnnotationRow({
  row,
  tellsCreator,
}: AnnotationRowProps) {
  const { t } = useTranslation()
  const { annotator } = useEditorContext()
  const { editor } = annotator
  const { annotation, category, number } = row
  const { id, creator } = annotation
  const selected = useEditor(editor, (state) => state.selected.includes(id))
  const hovered = useEditor(editor, (state) => state.hover === id)
  const color = useEditor(editor, (state) => colourOf(state, annotation))
  const isLockedAlone = useEditor(
    editor,
    (state) => state.looks.annotations.get(id)?.isLocked === true,
  )
  const ids = useMemo(() => [id], [id])
  const setLook = (change: Partial<Look>) =>
    editor.setView({ looks: withAnnotationLooks(editor.state.looks, ids, change) })
  const name = t('annotations.annotationOf', { category: category.name, number })
  const title = t('annotations.annotation', { number })
  const origin = originText(annotation.origin, t)
  const isEmpty = extentOf(annotation) === null
  const notes = [
    isEmpty ? `(${t('annotations.empty')})` : '',
    tellsCreator && creator !== null ? t('annotations.by', { name: creator }) : '',
    origin === '' ? '' : `(${origin})`,
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
        onClick={({ shiftKey, ctrlKey, metaKey }) =>
          selectInList(
            annotator,
            id,
            addsToSelection({ shift: shiftKey || ctrlKey || metaKey }, editor.state),
          )
        }
      >
        <HueDot color={color} />
        <span>{title}</span> <span className={classes['notes']}>{notes.join(' ')}</span>
      </button>
      {isLockedAlone && (
        <IconButton
          aria-label={t('annotations.unlockOf', { name })}
          onClick={() => setLook({ isLocked: false })}
        >
          <IconLock size={size} />
        </IconButton>
      )}
      <VisibilityButton
        name={name}
        ids={ids}
        editor={editor}
        t={t}
        onToggle={(isHidden) => setLook({ isHidden })}
      />
      <AnnotationMenu label={t('common.menuOf', { name })} row={row} />
    </div>
  )
}, hasSameRow)

/** Changes of other annotations do not affect the row. */
function hasSameRow(
  { row: before, tellsCreator }: AnnotationRowProps,
  { row: after, ...next }: AnnotationRowProps,
): boolean {
  return (
    tellsCreator === next.tellsCreator &&
    before.annotation === after.annotation &&
    before.category === after.category &&
    before.number === after.number
  )
}

interface AnnotationMenuProps {
  label: string
  row: RowOf<'annotation'>
}

const AnnotationMenu = memo(function AnnotationMenu({ label, row }: AnnotationMenuProps) {
  const { id } = row.annotation
  return (
    <RowMenu label={label} of={id}>
      <MenuEntries id={id} />
    </RowMenu>
  )
})

/** Entries of the menu, rendered when it first opens. */
function MenuEntries({ id }: { id: AnnotationId }) {
  const { t } = useTranslation()
  const openDialog = useRowDialog()
  const { annotator, may } = useEditorContext()
  const { editor } = annotator
  const showAlone = (
    <Menu.Item leftSection={<IconFocus2 size={size} />} onClick={() => showOnly(editor, [id])}>
      {t('annotations.showOnly')}
    </Menu.Item>
  )
  const canFlip = useEditor(editor, ({ document }) => canFlipVessels(document, [id]))
  const look = useEditor(editor, (state) => state.looks.annotations.get(id) ?? usualLook)
  const looks = (
    <LookItems
      look={look}
      mayLock={may('annotate')}
      onChange={(change) =>
        editor.setView({ looks: withAnnotationLooks(editor.state.looks, [id], change) })
      }
    />
  )
  if (!may('annotate')) {
    return (
      <>
        {looks}
        {showAlone}
      </>
    )
  }
  return (
    <>
      {looks}
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconForms size={size} />}
        onClick={() => openDialog({ annotation: id })}
      >
        {t('annotations.edit')}
      </Menu.Item>
      {showAlone}
      {canFlip && (
        <Menu.Item
          leftSection={<IconArrowsDiff size={size} />}
          onClick={() => editor.change('category', flipVessels([id]))}
        >
          {t('annotations.commands.flipVessel')}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item
        color="red"
        leftSection={<IconTrash size={size} />}
        onClick={() => editor.change('delete', deleteAnnotations([id]))}
      >
        {t('common.delete')}
      </Menu.Item>
    </>
  )
}
