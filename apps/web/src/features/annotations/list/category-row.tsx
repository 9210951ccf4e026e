import { Kbd, Menu } from '@mantine/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'

import type { AnnotationId, CategoryId } from '#annotation/document'
import { usualLook, withAnnotationLooks, withCategoryLook } from '#annotation/looks'
import { canReorder, reorder } from '#annotation/order'

import { useViewer } from '../../../api/viewer.ts'
import { HueDot } from '../../../ui/hue-dot.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import {
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconChevronDown,
  IconChevronRight,
  IconFocus2,
  IconLock,
  IconPalette,
  IconPlus,
  IconTag,
} from '../../../ui/icons.ts'
import { RowMenu } from '../../../ui/row-menu.tsx'
import { useKeysText } from '../../../ui/use-keys-text.ts'
import classes from './annotation-list.module.css'
import { useEditorContext } from '../editor-context.ts'
import { createIn } from '../commands/commands.ts'
import { chooseCategory, commandOfCategory } from '../commands/category-commands.ts'
import type { RowOf } from './list-rows.ts'
import { LookItems } from './look-items.tsx'
import { useRowDialog } from './row-dialogs.tsx'
import { useEditor } from '../use-editor.ts'
import { showOnly, VisibilityButton } from './visibility-button.tsx'

const size = 16

interface CategoryRowProps {
  row: RowOf<'category'>
}

export const CategoryRow = memo(function CategoryRow({ row }: CategoryRowProps) {
  const { t } = useTranslation()
  const context = useEditorContext()
  const { editor } = context.annotator
  const { category, annotations, expanded, number } = row
  const command = commandOfCategory(number)
  const keys = command === null ? undefined : context.shortcuts[command][0]
  const keysText = useKeysText()
  const { name } = category
  const active = useEditor(editor, (state) => state.activeCategory === category.id)
  const isLabelling = useEditor(editor, (state) => state.mode === 'label')
  const isLabel = useEditor(editor, (state) =>
    state.document.imageRecord.labels.includes(category.id),
  )
  const isLocked = useEditor(
    editor,
    (state) => state.looks.categories.get(category.id)?.isLocked === true,
  )
  const unlock = () =>
    editor.setView({
      looks: withCategoryLook(editor.state.looks, category.id, { isLocked: false }),
    })
  const toggle = () => {
    const collapsed = new Set(context.collapsed)
    if (!collapsed.delete(category.id)) collapsed.add(category.id)
    context.setCollapsed(collapsed)
  }
  return (
    <div className={classes['category']} data-active={active || undefined}>
      <IconButton
        aria-expanded={expanded}
        aria-label={t(expanded ? 'annotations.collapseOf' : 'annotations.expandOf', { name })}
        onClick={toggle}
      >
        {expanded ? <IconChevronDown size={size} /> : <IconChevronRight size={size} />}
      </IconButton>
      <button
        type="button"
        className={classes['name']}
        aria-pressed={isLabelling ? isLabel : active}
        aria-label={t(isLabelling ? 'annotations.labelWith' : 'annotations.activate', { name })}
        aria-keyshortcuts={keys}
        title={name}
        onClick={() => chooseCategory(context, category)}
      >
        <HueDot color={category.color} />
        <span className={classes['text']}>{name}</span>
        {isLabelling && isLabel && <IconTag size={size} aria-hidden />}
      </button>
      {keys !== undefined && (
        <Kbd className={classes['key'] ?? ''} aria-hidden>
          {keysText(keys)}
        </Kbd>
      )}
      <span
        className={classes['aside']}
        title={t('annotations.count', { count: annotations.length })}
      >
        {annotations.length}
      </span>
      {context.may('annotate') && (
        <IconButton
          aria-label={t('annotations.newOf', { name })}
          onClick={() => createIn(context, category.id)}
        >
          <IconPlus size={size} />
        </IconButton>
      )}
      {isLocked && (
        <IconButton aria-label={t('annotations.unlockOf', { name })} onClick={unlock}>
          <IconLock size={size} />
        </IconButton>
      )}
      {annotations.length > 0 ? (
        <VisibilityButton
          name={name}
          ids={annotations.map(({ id }) => id)}
          editor={editor}
          t={t}
          onToggle={(isHidden) => {
            // Each of them is now as its category.
            const ids = annotations.map(({ id }) => id)
            const looks = withAnnotationLooks(editor.state.looks, ids, { isHidden: false })
            editor.setView({ looks: withCategoryLook(looks, category.id, { isHidden }) })
          }}
        />
      ) : (
        <span className={classes['noButton']} />
      )}
      <CategoryMenu key={category.id} row={row} />
    </div>
  )
}, hasSameRow)

/** Drawing in annotations of the category does not affect its row. */
function hasSameRow({ row: before }: CategoryRowProps, { row: after }: CategoryRowProps): boolean {
  return (
    before.category === after.category &&
    before.expanded === after.expanded &&
    before.number === after.number &&
    before.annotations.length === after.annotations.length &&
    before.annotations.every(({ id }, index) => id === after.annotations[index]?.id)
  )
}

function LookOfCategory({ id }: { id: CategoryId }) {
  const { annotator, may } = useEditorContext()
  const { editor } = annotator
  const look = useEditor(editor, (state) => state.looks.categories.get(id) ?? usualLook)
  return (
    <LookItems
      look={look}
      mayLock={may('annotate')}
      onChange={(change) =>
        editor.setView({ looks: withCategoryLook(editor.state.looks, id, change) })
      }
    />
  )
}

const orderItems = [
  { move: 'toFront', Icon: IconArrowBarToUp },
  { move: 'toBack', Icon: IconArrowBarToDown },
] as const

/** Moves all annotations of a category above or below all others. */
function OrderItems({ ids }: { ids: readonly AnnotationId[] }) {
  const { t } = useTranslation()
  const { editor } = useEditorContext().annotator
  const document = useEditor(editor, (state) => state.document)
  return orderItems.map(({ move, Icon }) => (
    <Menu.Item
      key={move}
      leftSection={<Icon size={size} />}
      disabled={!canReorder(ids, move, document)}
      onClick={() => editor.change(move, reorder(ids, move))}
    >
      {t(`annotations.commands.${move}`)}
    </Menu.Item>
  ))
}

function CategoryMenu({ row: { category, annotations } }: { row: RowOf<'category'> }) {
  const { t } = useTranslation()
  const { annotator, data, may } = useEditorContext()
  const viewer = useViewer()
  const openDialog = useRowDialog()
  const { name } = category
  const creator = data.categories.find(({ id }) => id === category.id)?.creator
  const mayEdit =
    viewer !== null && (viewer.is_admin || viewer.anonymous || viewer.username === creator)
  return (
    <RowMenu label={t('common.menuOf', { name })}>
      <LookOfCategory id={category.id} />
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconFocus2 size={size} />}
        disabled={annotations.length === 0}
        onClick={() =>
          showOnly(
            annotator.editor,
            annotations.map(({ id }) => id),
          )
        }
      >
        {t('annotations.showOnly')}
      </Menu.Item>
      {may('annotate') && <OrderItems ids={annotations.map(({ id }) => id)} />}
      <Menu.Item
        leftSection={<IconPalette size={size} />}
        disabled={!mayEdit}
        onClick={() => openDialog({ category: category.id })}
      >
        {t(mayEdit ? 'annotations.categoryColour' : 'annotations.categoryColourForbidden')}
      </Menu.Item>
    </RowMenu>
  )
}
