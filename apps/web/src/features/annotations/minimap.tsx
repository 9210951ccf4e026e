import { memo, type PointerEvent, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'

import { boxHolds } from '#geometry/box'

import { pictureAddress } from './api.ts'
import { useEditorContext } from './editor-context.ts'
import classes from './minimap.module.css'
import { useEditor } from './use-editor.ts'

/** Width of the picture that is loaded, which the list of results shows too, in pixels. */
const pictureWidth = 250
/** Longer side of the map on the screen, in pixels. */
const side = 150

/**
 * The whole photograph, small, with a frame around the part that the canvas shows; pressing or dragging on it
 * moves the canvas there. Shown while a part of the photograph is out of view. It follows the viewport only, so
 * that drawing costs nothing.
 */
export const Minimap = memo(function Minimap() {
  const { editor } = useEditorContext().annotator
  const isWanted = useEditor(editor, (state) => state.preferences.minimap)
  return isWanted ? <Map /> : null
})

function Map() {
  const { t } = useTranslation()
  const { annotator, data } = useEditorContext()
  const { stage } = annotator
  useSyncExternalStore(stage.subscribe, () => stage.viewport)
  const { width, height } = data.image
  const seen = stage.visible
  if (boxHolds(seen, { x: 0, y: 0, width, height })) return null
  const scale = side / Math.max(width, height)
  const look = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const { left, top } = currentTarget.getBoundingClientRect()
    stage.centreOn({ x: (clientX - left) / scale, y: (clientY - top) / scale })
  }
  return (
    <svg
      className={classes['map']}
      aria-label={t('annotations.minimap')}
      viewBox={`0 0 ${width} ${height}`}
      width={width * scale}
      height={height * scale}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        look(event)
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) look(event)
      }}
    >
      <image href={pictureAddress(data.image, pictureWidth)} width={width} height={height} />
      <rect
        className={classes['frame']}
        x={seen.x}
        y={seen.y}
        width={seen.width}
        height={seen.height}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
