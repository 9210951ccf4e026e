import { Image, SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { AnalysisResult } from '#contract/analysis'
import type { EyeReport } from '#contract/reports'
import type { Localised } from '#contract/results/description'
import { describedKind, uncovered } from '#contract/results/kinds'

import { useLocalised } from '../../i18n/localised.ts'
import { overlayAddress, photographAddress } from './api.ts'
import classes from './report.module.css'
import type { ReportParts } from './report-parts.ts'

/** No layer: the photograph alone. */
const none = 'none'

const pictureWidth = 2048

/** The photograph, with a layer of results on request. */
export function EyePicture({
  report,
  Legend,
}: { report: EyeReport } & Pick<ReportParts, 'Legend'>) {
  const { t } = useTranslation()
  const localised = useLocalised()
  const [chosen, setChosen] = useState<string>(none)
  if (report.image.missing) return <Text c="dimmed">{t('report.notShown')}</Text>
  const offered = layersOf(report.analysis?.results ?? [])
  const shown = offered.find(({ result }) => result.kind === chosen)?.result
  const { width, height } = report.image
  return (
    <figure className={classes['picture']}>
      <div className={classes['frame']}>
        <Image
          src={photographAddress(report.image, pictureWidth)}
          alt={t('report.photograph')}
          width={width}
          height={height}
          className={classes['photograph']}
        />
        {shown !== undefined && (
          <img
            src={overlayAddress(shown.id)}
            alt={localised(describedKind(shown.kind).title)}
            className={classes['overlay']}
          />
        )}
      </div>
      {offered.length > 0 && (
        <figcaption>
          <SegmentedControl
            aria-label={t('report.show')}
            size="xs"
            classNames={{ root: classes['layers'] ?? '', control: classes['layer'] ?? '' }}
            withItemsBorders={false}
            value={shown?.kind ?? none}
            onChange={setChosen}
            data={[
              { value: none, label: t('report.photograph') },
              ...offered.map(({ result, name }) => ({
                value: result.kind,
                label: localised(name),
              })),
            ]}
          />
          {shown !== undefined && <Legend result={shown} others={report.analysis?.results ?? []} />}
        </figcaption>
      )}
    </figure>
  )
}

interface Offered {
  readonly result: AnalysisResult
  readonly name: Localised
  readonly place: number
}

/** Layers that can be shown over the photograph, in the order of the menu. */
function layersOf(results: readonly AnalysisResult[]): Offered[] {
  return uncovered(results)
    .flatMap((result) => {
      const { layer } = describedKind(result.kind)
      return layer === undefined ? [] : [{ result, ...layer }]
    })
    .toSorted((a, b) => a.place - b.place)
}
