import { Button, CloseButton, Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

import type { EyeGrid } from '#annotation/eye-grid'
import { eyeGridOf, scaleOfGrid } from '#annotation/eye-grid'
import { correctedPlace, correctGrid } from '#annotation/grid-places'
import { gridPlaces, type GridView } from '#annotation/grid-view'
import { areaText, unitsOf } from '#annotation/scale'
import { DiscNumbers } from '#contract/analysis-numbers'
import { saveAnnotatorData } from '#contract/annotations'

import { HueDot } from '../../../ui/hue-dot.tsx'
import { IconDownload } from '../../../ui/icons.ts'
import { resultNumbers } from '../api.ts'
import { downloadText } from '../download-text.ts'
import { useEditorContext } from '../editor-context.ts'
import { useEditor, useEditorLater } from '../use-editor.ts'
import { type CategoryTally, tallyByRegion } from './region-tally.ts'
import classes from './results.module.css'
import { tallyCsv } from './tally-csv.ts'

/**
 * The ETDRS grid: how it is laid out, and what is annotated in each of its fields. Behind an opened result, the
 * grid alone is shown.
 */
export function GridPanel({ isBehind }: { isBehind: boolean }) {
  const { t } = useTranslation()
  const { editor } = useEditorContext().annotator
  const grid = useEditor(editor, (state) => state.grid)
  const document = useEditor(editor, (state) => state.document)
  useFoundPlaces(grid)
  if (grid === null || isBehind) return null
  const eye = eyeGridOf({ document, grid })
  return (
    <aside className={classes['opened']} aria-label={t('annotations.grid.title')}>
      <header>
        <Title order={2} size="h4">
          {t('annotations.grid.title')}
        </Title>
        <CloseButton
          aria-label={t('common.close')}
          onClick={() => editor.setView({ grid: null })}
        />
      </header>
      <Corrections />
      {eye === null ? <Text size="sm">{t('annotations.grid.missing')}</Text> : <Fields eye={eye} />}
    </aside>
  )
}

/** Hands the places that the analysis found to the grid. */
function useFoundPlaces(grid: GridView | null): void {
  const { annotator, data } = useEditorContext()
  const { editor } = annotator
  const result = data.image.results['optic_disc']
  const isWanted = grid !== null && result !== undefined
  const { data: numbers } = useQuery({ ...resultNumbers(result?.id ?? 0), enabled: isWanted })
  useEffect(() => {
    const found = DiscNumbers.safeParse(numbers).data
    const { grid: shown } = editor.state
    if (!isWanted || found === undefined || shown === null) return
    const { disc, fovea } = found
    editor.setView({ grid: { ...shown, found: { disc, fovea: fovea?.centre ?? null } } })
  }, [editor, numbers, isWanted])
}

/** The places of the grid that a person has corrected, each with a button that resets it. */
function Corrections() {
  const { t } = useTranslation()
  const { annotator, may } = useEditorContext()
  const { editor } = annotator
  const document = useEditor(editor, (state) => state.document)
  const corrected = gridPlaces.filter((place) => correctedPlace(document, place) !== null)
  return corrected.map((place) => (
    <Group key={place} justify="space-between" gap="xs">
      <Text size="sm">{t(`annotations.grid.corrected.${place}`)}</Text>
      {may(saveAnnotatorData) && (
        <Button
          size="compact-xs"
          variant="default"
          title={t('annotations.grid.resetHint')}
          onClick={() => editor.change('resetGrid', correctGrid(place, null))}
        >
          {t(`annotations.grid.reset.${place}`)}
        </Button>
      )}
    </Group>
  ))
}

function Fields({ eye }: { eye: EyeGrid }) {
  const { t } = useTranslation()
  const { annotator, may } = useEditorContext()
  const { editor } = annotator
  const document = useEditorLater(editor, (state) => state.document)
  const preferred = useEditor(editor, ({ preferences }) => preferences.unit)
  const scale = scaleOfGrid(eye, document)
  const unit = unitsOf(scale).includes(preferred) ? preferred : 'px'
  const tallies = tallyByRegion(document, eye)
  return (
    <>
      <Text size="xs" c="dimmed">
        {t(eye.hasScale ? 'annotations.grid.byScale' : 'annotations.grid.byDisc')}{' '}
        {t('annotations.grid.zone')}
      </Text>
      <Text size="xs" c="dimmed">
        {may(saveAnnotatorData) && t('annotations.grid.hint')} {t('annotations.grid.counted')}
      </Text>
      {tallies.length === 0 ? (
        <Text size="sm">{t('annotations.grid.nothing')}</Text>
      ) : (
        <DownloadTallies tallies={tallies} eye={eye} />
      )}
      {tallies.map(({ category, regions }) => (
        <table key={category.id} className={`${classes['table']} ${classes['tally']}`}>
          <caption>
            <HueDot color={category.color} /> {category.name}
          </caption>
          <thead>
            <tr>
              <th scope="col">{t('annotations.grid.field')}</th>
              <th scope="col">{t('annotations.grid.count')}</th>
              <th scope="col">{t('annotations.area')}</th>
            </tr>
          </thead>
          <tbody>
            {regions.map(({ region, count, area }) => (
              <tr key={region}>
                <th scope="row">
                  {region.startsWith('disc')
                    ? t('annotations.grid.aroundDisc', {
                        quarter: t(`analysis.regions.names.${region}`),
                      })
                    : t(`analysis.regions.names.${region}`)}
                </th>
                <td>{count}</td>
                <td>{area > 0 ? areaText(area, unit, scale) : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </>
  )
}

function DownloadTallies({ tallies, eye }: { tallies: readonly CategoryTally[]; eye: EyeGrid }) {
  const { t } = useTranslation()
  const { id, file_name: name, micrometres_per_pixel: scale } = useEditorContext().data.image
  const download = () =>
    downloadText(tallyCsv(tallies, { id, name, micrometresPerPixel: scale, eye }), {
      name: `etdrs-grid-${id}.csv`,
      type: 'text/csv',
    })
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={<IconDownload size={14} aria-hidden />}
      onClick={download}
    >
      {t('annotations.grid.download')}
    </Button>
  )
}
