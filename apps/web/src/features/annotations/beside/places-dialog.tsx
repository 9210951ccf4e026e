import { Box, Group, Stack, Text } from '@mantine/core'
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { Point } from '#geometry/point'
import type { Image } from '#contract/images'

import type { SetPlace } from '../../../canvas/register-worker.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogButtons } from '../../../ui/dialog-buttons.tsx'
import { keysOf } from '../../../ui/keys.ts'
import { pictureAddress } from '../api.ts'
import classes from './beside.module.css'

/** Places that determine an affine map. */
const needed = 3
const pictureWidth = 1000

interface PlacesDialogProps {
  first: Image
  second: Image
  onSet: (places: readonly SetPlace[]) => void
  onClose: () => void
}

/** Asks for three places in one photograph and for the same places in another. */
export function PlacesDialog({ first, second, onSet, onClose }: PlacesDialogProps) {
  const { t } = useTranslation()
  const [inFirst, setInFirst] = useState<readonly Point[]>([])
  const [inSecond, setInSecond] = useState<readonly Point[]>([])
  const places = inFirst.flatMap((from, i) => {
    const to = inSecond[i]
    return to === undefined ? [] : [{ from, to }]
  })
  return (
    <Dialog opened size="80rem" title={t('annotations.beside.byHand')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSet(places)
        }}
      >
        <Stack gap="sm">
          <Text size="sm">{t('annotations.beside.byHandHint')}</Text>
          <Group grow align="flex-start" preventGrowOverflow={false} wrap="nowrap">
            <PlacesIn image={first} places={inFirst} onChange={setInFirst} />
            <PlacesIn image={second} places={inSecond} onChange={setInSecond} />
          </Group>
        </Stack>
        <DialogButtons
          submit={t('annotations.beside.register')}
          busy={false}
          disabled={places.length < needed}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}

interface PlacesInProps {
  image: Image
  places: readonly Point[]
  onChange: (places: readonly Point[]) => void
}

/** A photograph with the places set in it. Arrow keys move a cross, Enter sets it, Backspace takes one back. */
function PlacesIn({ image, places, onChange }: PlacesInProps) {
  const { t } = useTranslation()
  const { width, height, file_name: name } = image
  const picture = useRef<SVGSVGElement>(null)
  const [cross, setCross] = useState<Point>({ x: width / 2, y: height / 2 })
  const set = (place: Point) => {
    if (places.length < needed) onChange([...places, place])
  }
  const press = (event: KeyboardEvent) => {
    const keys = keysOf(event.nativeEvent) ?? ''
    const moved = movedBy(keys, cross, width)
    if (moved !== null) setCross(moved)
    else if (keys === 'Enter' || keys === 'Space') set(cross)
    else if (keys === 'Backspace' || keys === 'Delete') onChange(places.slice(0, -1))
    else return
    event.preventDefault()
  }
  const click = (event: MouseEvent) => {
    const toImage = picture.current?.getScreenCTM()?.inverse()
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(toImage)
    setCross({ x: place.x, y: place.y })
    set({ x: place.x, y: place.y })
  }
  const radius = width / 60
  return (
    <Box
      className={classes['places'] ?? ''}
      role="application"
      tabIndex={0}
      aria-label={t('annotations.beside.placesIn', { name, count: places.length })}
      onKeyDown={press}
      onClick={click}
    >
      <svg ref={picture} viewBox={`0 0 ${width} ${height}`} aria-hidden>
        <image href={pictureAddress(image, pictureWidth)} width={width} height={height} />
        <path d={crossAt(cross, radius)} className={classes['cross']} />
        {places.map(({ x, y }, i) => (
          <g key={`${x} ${y}`}>
            <circle cx={x} cy={y} r={radius / 2} className={classes['place']} />
            <text x={x + radius} y={y} fontSize={2 * radius} className={classes['number']}>
              {i + 1}
            </text>
          </g>
        ))}
      </svg>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
    </Box>
  )
}

const steps: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** The cross after a key: a hundredth of the width, with Shift a tenth of that. */
function movedBy(keys: string, { x, y }: Point, width: number): Point | null {
  const isFine = keys.startsWith('Shift+')
  const step = steps[isFine ? keys.slice('Shift+'.length) : keys]
  if (step === undefined) return null
  const far = isFine ? width / 1000 : width / 100
  return { x: x + far * step.x, y: y + far * step.y }
}

function crossAt({ x, y }: Point, radius: number): string {
  return `M${x - radius} ${y}H${x + radius}M${x} ${y - radius}V${y + radius}`
}
