import { memo, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { placeOf } from '../../../canvas/place.ts'
import classes from '../annotate-page.module.css'
import { useEditorContext } from '../editor-context.ts'
import { useEditorLater } from '../use-editor.ts'
import { useOpenThread } from './image-comments.tsx'
import { pinAtPointer, placeOfPin } from './pins.ts'

/** The threads of comments on the photograph. */
export const ImagePins = memo(function ImagePins() {
  const { annotator, data, commenting, CommentPins } = useEditorContext()
  const host = useRef<HTMLDivElement>(null)
  // Annotations that move take their threads along.
  useEditorLater(annotator.editor, (state) => state.document)
  const open = useOpenThread()
  usePointerOver(host, commenting.pointer)
  return (
    <div ref={host} className={classes['pins']}>
      <CommentPins
        imageId={data.image.id}
        stage={annotator.stage}
        placeOf={(pin) => placeOfPin(annotator, pin)}
        draft={commenting.isOpen ? commenting.draft : null}
        opened={commenting.isOpen ? commenting.thread : null}
        onOpen={open}
      />
      {commenting.isPlacing && <PlaceLayer />}
    </div>
  )
})

/** Takes a click or a tap for the place that a comment is about; keyboards have a command for that. */
function PlaceLayer() {
  const { t } = useTranslation()
  const { annotator, commenting } = useEditorContext()
  const choose = ({ currentTarget, clientX, clientY }: React.MouseEvent) => {
    const { left, top } = currentTarget.getBoundingClientRect()
    const pin = pinAtPointer(annotator, { x: clientX - left, y: clientY - top })
    if (pin.kind === 'place') commenting.setDraft(pin)
  }
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes['placeLayer']}
      aria-label={t('comments.choosing')}
      onClick={choose}
    />
  )
}

/** Notes where the pointer is over the parent of an element. */
function usePointerOver(
  host: React.RefObject<HTMLElement | null>,
  pointer: { current: { x: number; y: number } | null },
): void {
  useEffect(() => {
    const ground = host.current?.parentElement
    if (ground === null || ground === undefined) return undefined
    const listening = new AbortController()
    const { signal } = listening
    const place = placeOf(ground, signal)
    const note = ({ clientX, clientY }: PointerEvent) => {
      const { left, top } = place()
      pointer.current = { x: clientX - left, y: clientY - top }
    }
    const forget = () => {
      pointer.current = null
    }
    ground.addEventListener('pointermove', note, { signal })
    ground.addEventListener('pointerleave', forget, { signal })
    return () => listening.abort()
  }, [host, pointer])
}
