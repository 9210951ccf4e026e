import { Box, Button } from '@mantine/core'
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'

import { IconChevronDown, IconChevronUp } from '../../ui/icons.ts'
import { useStored } from '../../ui/use-stored.ts'
import classes from './sidebar.module.css'

const narrowestPx = 150
const stepPx = 20
const widest = () => Math.floor(globalThis.innerWidth / 2)
const usual = () => Math.floor(globalThis.innerWidth / 5)

const fit = (width: number) => Math.round(Math.min(widest(), Math.max(narrowestPx, width)))
const isWidth = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value)

/**
 * A column beside the content. Its edge can be dragged or moved with arrow keys, and keeps its place.
 * In a narrow window it is above the content, and folded.
 */
export function Sidebar({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const [stored, store] = useStored('sidebar width', usual(), isWidth)
  const [dragged, setDragged] = useState<number | null>(null)
  const [isUnfolded, setUnfolded] = useState(false)
  const content = useId()
  const width = fit(dragged ?? stored)
  const move = (event: PointerEvent) => {
    if (dragged === null) return
    setDragged(fit(event.clientX))
  }
  const release = () => {
    if (dragged !== null) store(dragged)
    setDragged(null)
  }
  const nudge = (event: KeyboardEvent) => {
    const widths: Partial<Record<string, number>> = {
      ArrowLeft: width - stepPx,
      ArrowRight: width + stepPx,
      Home: narrowestPx,
      End: widest(),
    }
    const wanted = widths[event.key]
    if (wanted === undefined) return
    event.preventDefault()
    store(fit(wanted))
  }
  return (
    <aside
      className={classes['sidebar']}
      style={{ '--sidebar-width': `${width}px` } as CSSProperties}
      aria-label={t('datasets.sidebar')}
    >
      <Button
        className={classes['fold'] ?? ''}
        variant="default"
        aria-expanded={isUnfolded}
        aria-controls={content}
        rightSection={isUnfolded ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
        onClick={() => setUnfolded(!isUnfolded)}
      >
        {t('datasets.sidebar')}
      </Button>
      <div id={content} className={classes['content']} data-unfolded={isUnfolded || undefined}>
        {children}
      </div>
      <Box
        component="hr"
        className={classes['edge'] ?? ''}
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={t('common.resize')}
        aria-valuemin={narrowestPx}
        aria-valuemax={widest()}
        aria-valuenow={width}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setDragged(width)
        }}
        onPointerMove={move}
        onPointerUp={release}
        onPointerCancel={release}
        onKeyDown={nudge}
      />
    </aside>
  )
}
