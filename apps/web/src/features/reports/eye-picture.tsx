import { Image, SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { AnalysisResult } from '#contract/analysis'
import type { EyeReport } from '#contract/reports'

import { overlayAddress, photographAddress } from './api.ts'
import classes from './report.module.css'
import type { ReportParts } from './report-parts.ts'

/** What can be laid over the photograph, in the order in which it is offered. */
const layers = [
  'report',
  'arteries_veins',
  'zones',
  'optic_disc',
  'vessels',
  'uncertainty',
] as const
type Layer = (typeof layers)[number] | 'none'

const pictureWidth = 2048

/** The photograph, and over it what the analysis found when it is asked for. */
export function EyePicture({
  report,
  Legend,
}: { report: EyeReport } & Pick<ReportParts, 'Legend'>) {
  const { t } = useTranslation()
  const [layer, setLayer] = useState<Layer>('none')
  if (report.image.missing) return <Text c="dimmed">{t('report.notShown')}</Text>
  // Arterioles and venules are the vessels already.
  const hasKinds = pictured(report, 'arteries_veins') !== undefined
  const offered = layers.filter(
    (kind) => pictured(report, kind) !== undefined && !(hasKinds && kind === 'vessels'),
  )
  const shown = pictured(report, layer)
  const { width, height } = report.image
  return (
    <figure className={classes['picture']}>
      <div className={classes['frame']}>
        <Image
          src={photographAddress(report.image, pictureWidth)}
          alt={t('report.layers.none')}
          width={width}
          height={height}
          className={classes['photograph']}
        />
        {shown !== undefined && (
          <img
            src={overlayAddress(shown.id)}
            alt={t(`analysis.kinds.${shown.kind}`)}
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
            value={layer}
            onChange={setLayer}
            data={(['none', ...offered] as const).map((value) => ({
              value,
              label: t(`report.layers.${value}`),
            }))}
          />
          {shown !== undefined && <Legend result={shown} others={report.analysis?.results ?? []} />}
        </figcaption>
      )}
    </figure>
  )
}

function pictured({ analysis }: EyeReport, wanted: Layer): AnalysisResult | undefined {
  return analysis?.results.find(({ kind, has_picture: has }) => kind === wanted && has)
}
