import { Anchor, Box, Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { HueDot } from '../../ui/hue-dot.tsx'
import { AnnotationRow, CategoryRow } from './annotation-rows.tsx'
import classes from './annotation-list.module.css'
import { useBench } from './bench.ts'
import { useCommandLabel } from './command-button.tsx'
import { runCommand } from './commands.ts'
import { listRows } from './list-rows.ts'
import { useEditor } from './use-editor.ts'
import { revealRow, useVisibleRows } from './use-visible-rows.ts'

const rowHeight = 36

/** All annotations by category; of a long list only what is in view is on the page. */
export function AnnotationList() {
  const { t } = useTranslation()
  const { annotator, collapsed } = useBench()
  const document = useEditor(annotator.editor, (state) => state.document)
  const selection = useEditor(annotator.editor, (state) => state.selection)
  const rows = useMemo(() => listRows(document, collapsed), [document, collapsed])
  const scroller = useRef<HTMLElement>(null)
  const { first, end } = useVisibleRows(scroller, rows.length, rowHeight)
  const selectedRow = rows.findIndex(({ key }) => key === selection)
  useEffect(() => {
    if (selectedRow >= 0 && scroller.current !== null) {
      revealRow(scroller.current, selectedRow, rowHeight)
    }
  }, [selectedRow])
  return (
    <div className={classes['part']}>
      <header className={classes['head']}>
        <h2>{t('annotations.list')}</h2>
        <Text size="sm" c="dimmed">
          {document.annotations.size}
        </Text>
      </header>
      {document.categories.size === 0 ? <NoCategories /> : <NewAnnotation />}
      <Box
        component="section"
        ref={scroller}
        aria-label={t('annotations.list')}
        tabIndex={0}
        className={classes['scroller'] ?? ''}
      >
        <ul className={classes['rows']} style={{ height: rows.length * rowHeight }}>
          {rows.slice(first, end).map((row, index) => (
            <li
              key={row.key}
              className={classes['row']}
              style={{ transform: `translateY(${(first + index) * rowHeight}px)` }}
              aria-setsize={rows.length}
              aria-posinset={first + index + 1}
            >
              {row.kind === 'category' ? <CategoryRow row={row} /> : <AnnotationRow row={row} />}
            </li>
          ))}
        </ul>
      </Box>
    </div>
  )
}

function NewAnnotation() {
  const { t } = useTranslation()
  const bench = useBench()
  const label = useCommandLabel('newAnnotation')
  const category = useEditor(bench.annotator.editor, ({ activeCategory, document }) =>
    activeCategory === null ? undefined : document.categories.get(activeCategory),
  )
  return (
    <Button
      size="compact-sm"
      className={classes['new'] ?? ''}
      leftSection={<IconPlus size={16} />}
      title={label}
      justify="start"
      onClick={() => runCommand('newAnnotation', bench)}
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
}

function NoCategories() {
  const { t } = useTranslation()
  const { dataset } = useBench().data
  return (
    <Text size="sm">
      {t('annotations.noCategories')}{' '}
      <Anchor component={Link} to={`/dataset/${dataset.id}`}>
        {t('annotations.toDataset', { name: dataset.name })}
      </Anchor>
    </Text>
  )
}
