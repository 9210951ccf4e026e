import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'

import { extentOf } from '#annotation/commands'

import { useServerInfo } from '../../api/viewer.ts'
import { toScreen } from '../../canvas/viewport.ts'
import classes from './annotate-page.module.css'
import { useBench } from './bench.ts'
import { placeInCategory } from './list-rows.ts'
import { useEditor } from './use-editor.ts'

/** The name of the annotation under the pointer, above it, while things are being selected. */
export function HoverLabel() {
  const { t } = useTranslation()
  const { info } = useServerInfo()
  const { stage, editor } = useBench().annotator
  const viewport = useSyncExternalStore(stage.subscribe, () => stage.viewport)
  const isWanted = useEditor(
    editor,
    ({ tool, preferences }) => tool.id === 'select' && tool.resting && preferences.select.showText,
  )
  const hovered = useEditor(editor, ({ hover, hidden, document }) =>
    hover === null || hidden.has(hover) ? undefined : document.annotations.get(hover),
  )
  const box = hovered === undefined ? null : extentOf(hovered)
  if (!isWanted || hovered === undefined || box === null) return null
  const { document } = editor.state
  const { x, y } = toScreen(viewport, box)
  const name = t('annotations.annotationOf', {
    category: document.categories.get(hovered.categoryId)?.name ?? '',
    number: placeInCategory(document, hovered),
  })
  const by =
    info.login_enabled && hovered.creator !== null
      ? ` ${t('annotations.by', { name: hovered.creator })}`
      : ''
  const place = `translate(${Math.max(x, 4)}px, ${Math.max(y - 28, 32)}px)`
  return (
    <span className={classes['hovered']} style={{ transform: place }} aria-hidden>
      {name + by}
    </span>
  )
}
