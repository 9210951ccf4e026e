import { Slider, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { AnalysisResult } from '#contract/analysis'

import { currentLanguage } from '../../i18n/i18n.ts'
import { pictureAddress, resultAddress, resultNumbers } from './api.ts'
import { useBench } from './bench.ts'
import classes from './results.module.css'
import { isArea } from './result-annotation.ts'
import { ResultAnnotationButton } from './result-annotation-button.tsx'
import { useResultPicture } from './use-photograph.ts'

interface ResultsProps {
  /** The result that lies over the photograph. */
  opened: number | null
  onOpen: (id: number | null) => void
}

const thumbnailWidth = 250

/** The photograph and what an analysis made of it, to choose what the canvas shows. */
export function Results({ opened, onOpen }: ResultsProps) {
  const { t } = useTranslation()
  const { data } = useBench()
  const results = Object.values(data.image.results)
  const shown = results.find(({ id }) => id === opened)
  return (
    <>
      <div className={classes['pictures']}>
        <PictureButton
          name={t('annotations.original')}
          address={pictureAddress(data.image, thumbnailWidth)}
          pressed={shown === undefined}
          onClick={() => onOpen(null)}
        />
        {results.map(({ id, kind }) => (
          <PictureButton
            key={id}
            name={t(`annotations.kinds.${kind}`)}
            address={resultAddress(id)}
            pressed={id === opened}
            onClick={() => onOpen(id)}
          />
        ))}
      </div>
      {results.length === 0 && (
        <Text size="xs" c="dimmed">
          {t('annotations.noResults')}
        </Text>
      )}
      {shown !== undefined && (
        <OpenedResult key={shown.id} result={shown} onTurned={() => onOpen(null)} />
      )}
    </>
  )
}

interface PictureButtonProps {
  name: string
  address: string
  pressed: boolean
  onClick: () => void
}

function PictureButton({ name, address, pressed, onClick }: PictureButtonProps) {
  return (
    <button type="button" className={classes['picture']} aria-pressed={pressed} onClick={onClick}>
      <img src={address} alt="" loading="lazy" decoding="async" />
      <span>{name}</span>
    </button>
  )
}

interface OpenedResultProps {
  result: AnalysisResult
  onTurned: () => void
}

function OpenedResult({ result, onTurned }: OpenedResultProps) {
  const { t } = useTranslation()
  const { stage } = useBench().annotator
  const [percent, setPercent] = useState(70)
  const failed = useResultPicture(stage, result.id)
  useEffect(() => stage.setResultOpacity(percent / 100), [stage, percent])
  return (
    <div className={classes['opened']}>
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
      {failed && (
        <Text size="sm" c="red" role="alert">
          {t('annotations.resultFailed')}
        </Text>
      )}
      {isArea(result) && <ResultAnnotationButton result={result} onDone={onTurned} />}
      <Numbers result={result} />
    </div>
  )
}

function Numbers({ result }: { result: AnalysisResult }) {
  const { t } = useTranslation()
  const { data: numbers } = useQuery(resultNumbers(result.id))
  const { name, version } = result.model
  return (
    <>
      {numbers !== undefined && Object.keys(numbers).length > 0 && (
        <dl
          className={classes['numbers']}
          aria-label={t('annotations.numbers', { name: t(`annotations.kinds.${result.kind}`) })}
        >
          {Object.entries(numbers).map(([key, value]) => (
            <div key={key}>
              <dt>{labelOf(key, t('annotations.numberNames', { returnObjects: true }))}</dt>
              <dd>{valueText(key, value)}</dd>
            </div>
          ))}
        </dl>
      )}
      <Text size="xs" c="dimmed" component="p">
        {t('annotations.model', { name, version })}
      </Text>
      <Text size="xs" component="p">
        {t('annotations.needsConfirmation')}
      </Text>
    </>
  )
}

/** A known name in the language of the reader, else the name itself as words. */
function labelOf(key: string, known: Readonly<Record<string, string>>): string {
  const words = key.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ')
  return known[key] ?? words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
}

function valueText(key: string, value: number | string): string {
  if (typeof value === 'string') return value
  const isShare = /density$/i.test(key) && value <= 1
  const format = new Intl.NumberFormat(currentLanguage(), {
    maximumSignificantDigits: isShare ? 3 : 4,
    style: isShare ? 'percent' : 'decimal',
  })
  return format.format(value) + unitOf(key)
}

function unitOf(key: string): string {
  if (key.endsWith('AreaPx')) return ' px²'
  return key.endsWith('Px') ? ' px' : ''
}
