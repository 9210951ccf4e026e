import { Button, CloseButton, Group, Skeleton, Slider, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { AnalysisResult } from '#contract/analysis'
import { describedKind } from '#contract/results/kinds'

import { momentText } from '../../../i18n/time.ts'
import { useLocalised } from '../../../i18n/localised.ts'
import { IconDownload } from '../../../ui/icons.ts'
import { QueryFailed } from '../../../ui/load-failed.tsx'
import { mapDownload, resultDownload, resultNumbers } from '../api.ts'
import { useEditorContext } from '../editor-context.ts'
import { useResultPicture } from '../photograph/use-photograph.ts'
import { CorrectionButton, DiscardCorrection } from './correction.tsx'
import { Findings } from './findings.tsx'
import { useAreaName } from './use-area-name.ts'
import { Legend } from './legend.tsx'
import { partsToTurn } from './result-annotation.ts'
import { ResultAnnotationButton } from './result-annotation-button.tsx'
import classes from './results.module.css'

interface OpenedResultProps {
  result: AnalysisResult
  onClose: () => void
}

/** An open result: its findings, their certainty and limits, and the available actions. */
export function OpenedResult({ result, onClose }: OpenedResultProps) {
  const { t } = useTranslation()
  const { may } = useEditorContext()
  const query = useQuery(resultNumbers(result.id))
  const { title, isCorrectable } = describedKind(result.kind)
  const name = useLocalised()(title)
  return (
    <aside className={classes['opened']} aria-label={name}>
      <header>
        <Title order={2} size="h4">
          {name}
        </Title>
        <CloseButton aria-label={t('common.close')} onClick={onClose} />
      </header>
      {result.has_picture && <Overlay result={result} />}
      {result.corrected !== null && (
        <div className={classes['corrected']}>
          <Text size="xs" component="p">
            {t('analysis.correction.by', {
              name: result.corrected.by,
              when: momentText(result.corrected.at),
            })}
          </Text>
          <DiscardCorrection />
        </div>
      )}
      <QueryFailed title={t('analysis.loadFailed')} query={query} />
      {query.data === undefined && query.error === null && <Skeleton height={80} />}
      {query.data !== undefined && <Findings result={result} numbers={query.data} />}
      {partsToTurn(result).length > 0 && may('annotate') && (
        <ResultAnnotationButton result={result} onDone={onClose} />
      )}
      {isCorrectable && <CorrectionButton />}
      <Credits result={result} />
    </aside>
  )
}

function Overlay({ result }: { result: AnalysisResult }) {
  const { t } = useTranslation()
  const { annotator, data } = useEditorContext()
  const { stage } = annotator
  const [percent, setPercent] = useState(70)
  const failed = useResultPicture(stage, result.id)
  useEffect(() => stage.setResultOpacity(percent / 100), [stage, percent])
  return (
    <>
      <div>
        <Text size="xs" c="dimmed" component="p">
          {t('annotations.opacity')}
        </Text>
        <Slider
          size="sm"
          value={percent}
          onChange={setPercent}
          label={(value) => `${value}%`}
          thumbLabel={t('annotations.opacity')}
        />
      </div>
      {failed && (
        <Text size="sm" c="red" role="alert">
          {t('annotations.resultFailed')}
        </Text>
      )}
      <Legend result={result} others={Object.values(data.image.results)} />
    </>
  )
}

function Credits({ result }: { result: AnalysisResult }) {
  const { t } = useTranslation()
  const { name, version, sha256 } = result.model
  const { review } = useEditorContext().data.image
  const statement =
    review === null
      ? t('analysis.needsConfirmation')
      : t(`analysis.reviewed.${review.decision}`, {
          name: review.by.name || review.by.username,
          when: momentText(review.at),
        })
  const areaName = useAreaName()
  const digest = sha256 === '' ? undefined : t('analysis.digest', { sha: sha256 })
  return (
    <footer className={classes['credits']}>
      <Text size="xs" fw={600} component="p">
        {statement}
      </Text>
      <Text size="xs" c="dimmed" component="p" title={digest}>
        {t('analysis.model', { name, version })} · {momentText(result.created_at)}
      </Text>
      <Group gap={4}>
        <Download href={resultDownload(result.id, true)} label={t('analysis.downloadNumbers')} />
        {result.has_picture && (
          <Download href={resultDownload(result.id, false)} label={t('analysis.downloadPicture')} />
        )}
        {result.maps.map((map) => (
          <Download
            key={map}
            href={mapDownload(result.id, map)}
            label={t('analysis.downloadMap', { area: areaName(map) })}
          />
        ))}
      </Group>
    </footer>
  )
}

function Download({ href, label }: { href: string; label: string }) {
  return (
    <Button
      component="a"
      href={href}
      size="compact-sm"
      variant="subtle"
      leftSection={<IconDownload size={14} />}
    >
      {label}
    </Button>
  )
}
