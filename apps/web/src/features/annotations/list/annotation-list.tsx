import { Anchor, Box, Button, CloseButton, Stack, Text, TextInput } from '@mantine/core'
import { type KeyboardEvent, memo, type RefObject, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import type { AnnotationId } from '#annotation/document'
import type { EditorState } from '#annotation/editor-state'
import { keypointPlaces } from '#annotation/keypoints'
import { selectedIn } from '#annotation/view'
import { updateDataset } from '#contract/datasets'

import { StarterCategories } from '../../../api/starter-categories.tsx'
import { useServerInfo } from '../../../api/viewer.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { HueDot } from '../../../ui/hue-dot.tsx'
import { IconPlus, IconSearch } from '../../../ui/icons.ts'
import { AnnotationRow } from './annotation-row.tsx'
import classes from './annotation-list.module.css'
import { useEditorContext } from '../editor-context.ts'
import { CategoryRow } from './category-row.tsx'
import { useCommandLabel } from '../commands/command-button.tsx'
import { runCommand } from '../commands/commands.ts'
import { KeypointRow } from './keypoint-row.tsx'
import { ListMenu } from './list-menu.tsx'
import { keypointKey, type ListRow, listRows } from './list-rows.ts'
import { RowDialogs } from './row-dialogs.tsx'
import { useEditor, useEditorLater } from '../use-editor.ts'
import { useVisibleRows, type VisibleRows } from './use-visible-rows.ts'

const rowHeight = 36

/** All annotations by category. Of a long list, only the visible rows are rendered. */
export function AnnotationList() {
  const { t } = useTranslation()
  const { annotator, collapsed, search, may } = useEditorContext()
  const document = useEditorLater(annotator.editor, (state) => state.document)
  const opened = useEditorLater(annotator.editor, withKeypoints)
  const rows = useMemo(
    () => listRows(document, { collapsed, search, opened }),
    [document, collapsed, search, opened],
  )
  return (
    <div className={classes['part']}>
      <header className={classes['head']}>
        <h2>{t('annotations.list')}</h2>
        <Count rows={rows} total={document.annotations.size} />
        <ListMenu />
      </header>
      {document.categories.size === 0 ? (
        <NoCategories />
      ) : (
        <>
          {may('annotate') && <NewAnnotation />}
          <Search />
        </>
      )}
      <RowDialogs>
        <Rows rows={rows} isSearch={search !== ''} />
      </RowDialogs>
    </div>
  )
}

/** The selected annotation, if its keypoints are listed; selecting others changes no row. */
function withKeypoints(state: EditorState): AnnotationId | null {
  const selected = selectedIn(state)
  return selected !== null && keypointPlaces(state.document, selected) > 0 ? selected.id : null
}

interface RowsProps {
  rows: readonly ListRow[]
  isSearch: boolean
}

const Rows = memo(function Rows({ rows, isSearch }: RowsProps) {
  const { t } = useTranslation()
  const { info } = useServerInfo()
  const scroller = useRef<HTMLElement>(null)
  const { first, end, firstKey, keys, reveal } = useVisibleRows(scroller, rows.length, rowHeight)
  return (
    <Box
      component="section"
      ref={scroller}
      aria-label={t('annotations.list')}
      tabIndex={0}
      className={classes['scroller'] ?? ''}
    >
      <RevealSelected rows={rows} scroller={scroller} reveal={reveal} />
      {rows.length === 0 && isSearch && <EmptyState title={t('annotations.notFoundInList')} />}
      <ul className={classes['rows']} style={{ height: rows.length * rowHeight }}>
        {rows.slice(first, end).map((row, index) => (
          <li
            key={(firstKey + index) % keys}
            className={classes['row']}
            style={{ top: (first + index) * rowHeight }}
            aria-setsize={rows.length}
            aria-posinset={first + index + 1}
          >
            <Row row={row} tellsCreator={info.login_enabled} />
          </li>
        ))}
      </ul>
    </Box>
  )
})

interface RevealSelectedProps {
  rows: readonly ListRow[]
  scroller: RefObject<HTMLElement | null>
  reveal: VisibleRows['reveal']
}

/** Scrolls the selection into view. A separate component, because selecting changes no row. */
function RevealSelected({ rows, scroller, reveal }: RevealSelectedProps) {
  const { editor } = useEditorContext().annotator
  const selectedKey = useEditorLater(editor, keyOfSelected)
  const selectedRow = useMemo(
    () => rows.findIndex(({ key }) => key === selectedKey),
    [rows, selectedKey],
  )
  useEffect(() => {
    const element = scroller.current
    if (selectedRow < 0 || element === null) return undefined
    // Reveals immediately, and again if something that opens around the list shrinks it.
    const observer = new ResizeObserver(() => reveal(element, selectedRow))
    observer.observe(element)
    return () => observer.disconnect()
  }, [selectedRow, scroller, reveal])
  return null
}

function keyOfSelected({ selection, currentKeypoint }: EditorState): string | null {
  if (selection === null || currentKeypoint === -1) return selection
  return keypointKey(selection, currentKeypoint)
}

function Row({ row, tellsCreator }: { row: ListRow; tellsCreator: boolean }) {
  if (row.kind === 'category') return <CategoryRow row={row} />
  if (row.kind === 'keypoint') return <KeypointRow row={row} />
  return <AnnotationRow row={row} tellsCreator={tellsCreator} />
}

/** The number of annotations and, during a search, of those found. */
function Count({ rows, total }: { rows: readonly ListRow[]; total: number }) {
  const { t } = useTranslation()
  const isSearch = useEditorContext().search.trim() !== ''
  const found = isSearch ? rows.filter(({ kind }) => kind === 'annotation').length : total
  return (
    <Text size="sm" c="dimmed" className={classes['count'] ?? ''}>
      {isSearch ? t('annotations.foundOf', { found, total }) : total}
    </Text>
  )
}

const Search = memo(function Search() {
  const { t } = useTranslation()
  const { search, setSearch } = useEditorContext()
  const field = useRef<HTMLInputElement>(null)
  const clear = () => {
    setSearch('')
    field.current?.focus()
  }
  const leave = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    if (search === '') event.currentTarget.blur()
    setSearch('')
  }
  return (
    <TextInput
      ref={field}
      size="xs"
      type="search"
      className={classes['search'] ?? ''}
      aria-label={t('annotations.search')}
      placeholder={t('annotations.search')}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={
        search !== '' && <CloseButton size="xs" aria-label={t('common.clear')} onClick={clear} />
      }
      value={search}
      onChange={(event) => setSearch(event.currentTarget.value)}
      onKeyDown={leave}
    />
  )
})

const NewAnnotation = memo(function NewAnnotation() {
  const { t } = useTranslation()
  const context = useEditorContext()
  const label = useCommandLabel('newAnnotation')
  const category = useEditor(context.annotator.editor, ({ activeCategory, document }) =>
    activeCategory === null ? undefined : document.categories.get(activeCategory),
  )
  return (
    <Button
      size="compact-sm"
      className={classes['new'] ?? ''}
      leftSection={<IconPlus size={16} />}
      title={label}
      justify="start"
      onClick={() => runCommand('newAnnotation', context)}
    >
      {category === undefined ? (
        t('annotations.commands.newAnnotation')
      ) : (
        <>
          <span className={classes['newName']}>
            {t('annotations.newIn', { category: category.name })}
          </span>
          <HueDot color={category.color} />
        </>
      )}
    </Button>
  )
})

function NoCategories() {
  const { t } = useTranslation()
  const { may, data } = useEditorContext()
  const { dataset } = data
  if (!may(updateDataset)) return <Text size="sm">{t('annotations.noCategories')}</Text>
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">
        {t('annotations.noCategories')}{' '}
        <Anchor component={Link} to={`/dataset/${dataset.id}?tab=settings`} underline="always">
          {t('annotations.toDataset')}
        </Anchor>
      </Text>
      <StarterCategories datasetId={dataset.id} />
    </Stack>
  )
}
