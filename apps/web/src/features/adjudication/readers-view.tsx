import { Chip, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { Adjudication } from '#contract/adjudication'

import { HueDot } from '../../ui/hue-dot.tsx'
import { Photograph, type Layer } from './photograph.tsx'
import classes from './photograph.module.css'
import { type ViewBox, wholeOf } from './view-box.ts'

/** Colours that stay apart on a fundus photograph, one after the other for readers A, B, C, … */
const readerColours = ['#4dd0ff', '#ffd43b', '#63e6be', '#ff8ad8', '#ffffff', '#b197fc'] as const
const ownColour = '#ff922b'

/** How a reader is named: by the letter, with the name unless it is hidden. */
export function readerName({ letter, name }: { letter: string; name: string | null }): string {
  return name === null ? letter : `${letter} · ${name}`
}

interface ReadersViewProps {
  data: Adjudication
}

/** The photograph with the outlines of its readers, over each other or side by side. */
export function ReadersView({ data }: ReadersViewProps) {
  const { t } = useTranslation()
  const { image } = data
  const [view, setView] = useState<ViewBox>(() => wholeOf(image))
  const [mode, setMode] = useState<'over' | 'beside'>('over')
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  if (!data.outlines)
    return (
      <Photograph image={image} label={image.file_name} layers={[]} view={view} onView={setView} />
    )
  const layers = layersOf(data, t('adjudication.own'))
  const shown = layers.filter(({ id }) => !hidden.has(id))
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <SegmentedControl
          size="xs"
          aria-label={t('adjudication.arrangement')}
          data={[
            { value: 'over', label: t('adjudication.over') },
            { value: 'beside', label: t('adjudication.beside') },
          ]}
          value={mode}
          onChange={(chosen) => setMode(chosen === 'beside' ? 'beside' : 'over')}
        />
        {layers.map(({ id, title, color }) => (
          <Chip
            key={id}
            size="xs"
            checked={!hidden.has(id)}
            onChange={(isShown) =>
              setHidden(
                new Set(isShown ? [...hidden].filter((each) => each !== id) : [...hidden, id]),
              )
            }
          >
            <HueDot color={color} /> {title}
          </Chip>
        ))}
      </Group>
      {mode === 'over' ? (
        <Photograph
          image={image}
          label={image.file_name}
          layers={shown}
          view={view}
          onView={setView}
        />
      ) : (
        <div className={classes['panes']}>
          {shown.map((layer) => (
            <div key={layer.id}>
              <Text size="xs">{layer.title}</Text>
              <Photograph
                image={image}
                label={`${image.file_name}: ${layer.title}`}
                layers={[layer]}
                view={view}
                onView={setView}
              />
            </div>
          ))}
        </div>
      )}
    </Stack>
  )
}

interface TitledLayer extends Layer {
  readonly title: string
}

function layersOf({ readers, own_outlines: own }: Adjudication, ownTitle: string): TitledLayer[] {
  const layers = readers.map((reader, place) => ({
    id: reader.letter,
    title: readerName(reader),
    color: readerColours[place % readerColours.length] ?? ownColour,
    outlines: reader.outlines,
  }))
  if (own.length === 0) return layers
  return [...layers, { id: 'own', title: ownTitle, color: ownColour, outlines: own }]
}
