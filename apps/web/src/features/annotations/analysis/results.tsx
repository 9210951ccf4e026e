import { Alert, Anchor, Button, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { type AnalysisResult, requestAnalysis } from '#contract/analysis'
import type { Image } from '#contract/images'
import { describedKind, type DescribedKind } from '#contract/results/kinds'

import { useLocalised } from '../../../i18n/localised.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import {
  IconChartBar,
  IconFileText,
  IconHeartbeat,
  IconPhotoCheck,
  IconPhotoOff,
} from '../../../ui/icons.ts'
import { Place } from '../../../ui/place.tsx'
import { pictureAddress, resultAddress } from '../api.ts'
import { useEditorContext } from '../editor-context.ts'
import { AssistantMenu } from './assistant-menu.tsx'
import classes from './results.module.css'

interface ResultsProps {
  /** The open result. */
  opened: number | null
  onOpen: (id: number | null) => void
}

const thumbnailWidth = 250

/** Icons of results without a picture. */
const icons: Readonly<Record<DescribedKind['icon'], ReactNode>> = {
  photograph: <IconPhotoCheck stroke={1.5} />,
  chart: <IconChartBar stroke={1.5} />,
  heart: <IconHeartbeat stroke={1.5} />,
  text: <IconFileText stroke={1.5} />,
}

/** The photograph and the analysis results, to choose the layer of the canvas. */
export function Results({ opened, onOpen }: ResultsProps) {
  const { t } = useTranslation()
  const localised = useLocalised()
  const { data, may, analyse, isAnalysing } = useEditorContext()
  const results = Object.values(data.image.results)
  const shown = results.find(({ id }) => id === opened)
  return (
    <>
      <StaleNotice results={results} />
      <div className={classes['pictures']}>
        <PictureButton
          name={t('annotations.original')}
          picture={<Thumbnail address={pictureAddress(data.image, thumbnailWidth)} />}
          pressed={shown === undefined}
          onClick={() => onOpen(null)}
        />
        <Place name="results">
          {results.map(({ id, kind, has_picture: hasPicture }) => (
            <PictureButton
              key={id}
              name={localised(describedKind(kind).title)}
              picture={
                hasPicture ? (
                  <Overlaid image={data.image} result={id} />
                ) : (
                  icons[describedKind(kind).icon]
                )
              }
              pressed={id === opened}
              onClick={() => onOpen(id)}
            />
          ))}
        </Place>
        {results.length === 0 && (
          <div className={classes['none']}>
            <EmptyState
              title={t('annotations.noResults')}
              action={
                may(requestAnalysis) && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    loading={isAnalysing}
                    onClick={analyse}
                  >
                    {t('annotations.analyseNow')}
                  </Button>
                )
              }
            />
          </div>
        )}
      </div>
      {results.length > 0 && (
        <Anchor component={Link} to={`/report/${data.image.id}`} size="sm" mt="xs">
          {t('annotations.openReport')}
        </Anchor>
      )}
      <AssistantMenu onFound={onOpen} />
    </>
  )
}

/** A thumbnail of the photograph with a result over it, as on the canvas. */
function Overlaid({ image, result }: { image: Image; result: number }) {
  return (
    <>
      <Thumbnail address={pictureAddress(image, thumbnailWidth)} />
      <Thumbnail address={resultAddress(result)} />
    </>
  )
}

function Thumbnail({ address }: { address: string }) {
  const [failed, setFailed] = useState(false)
  if (failed) return <IconPhotoOff stroke={1.5} />
  const fail = () => setFailed(true)
  return <img src={address} alt="" loading="lazy" decoding="async" onError={fail} />
}

interface PictureButtonProps {
  name: string
  picture: ReactNode
  pressed: boolean
  onClick: () => void
}

function PictureButton({ name, picture, pressed, onClick }: PictureButtonProps) {
  return (
    <button
      type="button"
      className={classes['picture']}
      aria-pressed={pressed}
      title={name}
      onClick={onClick}
    >
      <span className={classes['face']}>{picture}</span>
      <span className={classes['name']}>{name}</span>
    </button>
  )
}

/** Lists the changes since the analysis, and offers to analyse again. */
function StaleNotice({ results }: { results: readonly AnalysisResult[] }) {
  const { t } = useTranslation()
  const { may, isAnalysing, analyse } = useEditorContext()
  const reasons = [...new Set(results.flatMap(({ stale }) => stale))]
  if (reasons.length === 0) return null
  const what = reasons.map((reason) => t(`analysis.stale.${reason}`)).join(', ')
  return (
    <Alert color="yellow" title={t('analysis.stale.title')} p="xs" mb="xs">
      <Text size="xs">{t('analysis.stale.since', { what })}</Text>
      {may(requestAnalysis) && (
        <Button size="compact-sm" variant="default" mt={6} loading={isAnalysing} onClick={analyse}>
          {t('analysis.stale.again')}
        </Button>
      )}
    </Alert>
  )
}
