import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { areaText, scaleOf, unitsOf } from '#annotation/scale'
import { area } from '#geometry/polygon'

import { useServerInfo } from '../../../api/viewer.ts'
import { placeOf } from '../../../canvas/place.ts'
import { useEditorContext } from '../editor-context.ts'
import classes from './hover-text.module.css'
import { placeInCategory } from '../list/list-rows.ts'
import { originText } from '../list/origin-text.ts'
import { useEditor } from '../use-editor.ts'

/** Distance in screen pixels between pointer and text. */
const gap = 16

/** Describes the annotation under the pointer. The list has the same content for screen readers. */
export function HoverText() {
  const box = useRef<HTMLDivElement>(null)
  const { editor } = useEditorContext().annotator
  const isWanted = useEditor(editor, (state) => state.tool.about.describesHover?.(state) === true)
  const isShown = useEditor(editor, ({ tool, hover }) => tool.resting && hover !== null)
  useFollowingPointer(box)
  return (
    <div ref={box} className={classes['text']} hidden={!isWanted || !isShown} aria-hidden>
      {isWanted && <Lines />}
    </div>
  )
}

function Lines() {
  const { t } = useTranslation()
  const { info } = useServerInfo()
  const { editor } = useEditorContext().annotator
  const document = useEditor(editor, (state) => state.document)
  const hover = useEditor(editor, (state) => state.hover)
  const annotation = hover === null ? undefined : document.annotations.get(hover)
  if (annotation === undefined) return null
  const category = document.categories.get(annotation.categoryId)?.name ?? ''
  const number = placeInCategory(document, annotation)
  const scale = scaleOf(document)
  const pixels = area(annotation.geometry)
  const origin = originText(annotation.origin, t)
  return (
    <>
      <strong>{t('annotations.annotationOf', { category, number })}</strong>
      {info.login_enabled && annotation.creator !== null && (
        <span>{t('annotations.by', { name: annotation.creator })}</span>
      )}
      {origin !== '' && <span>{origin}</span>}
      {pixels > 0 &&
        unitsOf(scale).map((unit) => <span key={unit}>{areaText(pixels, unit, scale)}</span>)}
    </>
  )
}

/**
 * Keeps an element beside a mouse or pen over its parent, on the side with more space, and hides it
 * elsewhere.
 */
function useFollowingPointer(box: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current
    const ground = element?.parentElement
    if (element === null || ground === null || ground === undefined) return undefined
    const listening = new AbortController()
    const { signal } = listening
    const place = placeOf(ground, signal)
    const follow = ({ clientX, clientY, pointerType }: PointerEvent) => {
      const { left, top, width, height } = place()
      const [x, y] = [beside(clientX - left, width), beside(clientY - top, height)]
      element.style.visibility = pointerType === 'touch' ? 'hidden' : 'visible'
      element.style.transform = `translate(${x}, ${y})`
    }
    const hide = () => {
      element.style.visibility = 'hidden'
    }
    ground.addEventListener('pointermove', follow, { signal })
    ground.addEventListener('pointerleave', hide, { signal })
    return () => listening.abort()
  }, [box])
}

/** After a position in the first half of an extent, before it in the second. */
function beside(at: number, extent: number): string {
  return at < extent / 2 ? `${at + gap}px` : `calc(${at - gap}px - 100%)`
}
