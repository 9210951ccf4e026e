import { CloseButton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

import type { EyeGrid } from '#annotation/eye-grid'
import { eyeGridOf } from '#annotation/eye-grid'
import type { GridView } from '#annotation/grid-view'
import { areaText, scaleOf, unitsOf } from '#annotation/scale'
import { DiscNumbers } from '#contract/analysis-numbers'

import { HueDot } from '../../../ui/hue-dot.tsx'
import { resultNumbers } from '../api.ts'
import { useEditorContext } from '../editor-context.ts'
import { useEditor, useEditorLater } from '../use-editor.ts'
import { tallyByRegion } from './region-tally.ts'
import classes from './results.module.css'

/** The ETDRS grid: how it is laid out, and what is annotated in each of its fields. */
export function GridPanel() {
  const { t } = useTranslation()
  const { editor } = useEditorContext().annotator
  const grid = useEditor(editor, (state) => state.grid)
  const document = useEditor(editor, (state) => state.document)
  useFoundPlaces(grid)
  if (grid === null) return null
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

function Fields({ eye }: { eye: EyeGrid }) {
  const { t } = useTranslation()
  const { editor } = useEditorContext().annotator
  const document = useEditorLater(editor, (state) => state.document)
  const preferred = useEditor(editor, ({ preferences }) => preferences.unit)
  const scale = scaleOf(document)
  const unit = unitsOf(scale).includes(preferred) ? preferred : 'px'
  const tallies = tallyByRegion(document, eye)
  return (
    <>
      <Text size="xs" c="dimmed">
        {t(eye.hasScale ? 'annotations.grid.byScale' : 'annotations.grid.byDisc')}{' '}
        {t('annotations.grid.zone')}
      </Text>
      <Text size="xs" c="dimmed">
        {t('annotations.grid.hint')} {t('annotations.grid.counted')}
      </Text>
      {tallies.length === 0 && <Text size="sm">{t('annotations.grid.nothing')}</Text>}
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
