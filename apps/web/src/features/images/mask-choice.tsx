import { Alert, Anchor, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'

import { Loading } from '../../ui/loading.tsx'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { downloadAddress, fullPictureAddress, keptFieldOf, pictureAddress } from './api.ts'
import classes from './mask-choice.module.css'

type Pictured = Pick<Image, 'id' | 'version'>

interface MaskChoiceProps {
  image: Image
  onClose: () => void
}

/** Asks the user to look for text in the picture before a de-identified download. */
export function MaskChoice({ image, onClose }: MaskChoiceProps) {
  const { t } = useTranslation()
  const download = (mask: boolean) => {
    globalThis.location.assign(downloadAddress(image, mask ? 'masked' : 'unmasked'))
    onClose()
  }
  return (
    <Stack gap="sm">
      <Text size="sm">{t('images.deidentifyRemoved')}</Text>
      <MaskQuestion
        image={image}
        answers={{ masked: t('images.mask'), unmasked: t('images.maskNot') }}
        onDecide={download}
        onClose={onClose}
      />
    </Stack>
  )
}

interface MaskQuestionProps {
  image: Pictured
  /** Labels of the two decisions. */
  answers: { masked: string; unmasked: string }
  /** Whether the surround is masked. */
  onDecide: (mask: boolean) => void
  onClose: () => void
}

/**
 * Asks the user to look for text in the picture: shows it with and without its surround, and asks to confirm
 * that the remaining part shows no text.
 */
export function MaskQuestion({ image, answers, onDecide, onClose }: MaskQuestionProps) {
  const { t } = useTranslation()
  const query = useQuery(keptFieldOf(image))
  const [isThere, setIsThere] = useState(false)
  const [hasLooked, setHasLooked] = useState(false)
  const { data } = query
  const canMask = data !== undefined && data.obstacle === null
  return (
    <Stack gap="sm">
      <Text size="sm">{t('images.deidentifyPicture')}</Text>
      <QueryFailed title={t('images.maskFailed')} query={query} />
      {query.isPending && <Loading size="sm" />}
      {data !== undefined && data.obstacle !== null && (
        <Alert color="yellow">{t(`images.maskObstacle.${data.obstacle}`)}</Alert>
      )}
      <div className={classes['pictures']}>
        <figure className={classes['figure']}>
          <Picture image={image} words={t('images.maskBefore')} onLoad={() => setIsThere(true)} />
          <Anchor size="sm" href={fullPictureAddress(image)} target="_blank">
            {t('images.maskFull')}
          </Anchor>
        </figure>
        {canMask && (
          <figure className={classes['figure']}>
            <Picture image={image} words={t('images.maskAfter')} kept={data} />
          </figure>
        )}
      </div>
      {canMask && (
        <Checkbox
          label={t('images.maskLooked')}
          checked={hasLooked}
          disabled={!isThere}
          onChange={(event) => setHasLooked(event.currentTarget.checked)}
        />
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          variant="default"
          disabled={query.isPending || !isThere}
          onClick={() => onDecide(false)}
        >
          {answers.unmasked}
        </Button>
        {canMask && (
          <Button disabled={!hasLooked} onClick={() => onDecide(true)}>
            {answers.masked}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

interface PictureProps {
  image: Pictured
  words: string
  onLoad?: () => void
  kept?: { width: number; height: number; outline: readonly (readonly [number, number])[] }
}

/** The picture, with its surround masked if `kept` is set. */
function Picture({ image, words, onLoad, kept }: PictureProps) {
  return (
    <>
      <figcaption className={classes['words']}>{words}</figcaption>
      <div className={classes['frame']}>
        <img src={pictureAddress(image)} alt={words} className={classes['image']} onLoad={onLoad} />
        {kept !== undefined && (
          <svg
            viewBox={`0 0 ${kept.width} ${kept.height}`}
            preserveAspectRatio="none"
            className={classes['mask']}
            aria-hidden
          >
            <path d={aroundOf(kept)} fillRule="evenodd" />
          </svg>
        )}
      </div>
    </>
  )
}

/** Everything outside the kept part. */
function aroundOf({ width, height, outline }: NonNullable<PictureProps['kept']>): string {
  return `M0 0H${width}V${height}H0Z M${outline.map(([x, y]) => `${x} ${y}`).join('L')}Z`
}
