import { Stack, Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'
import { describedKind } from '#contract/results/kinds'

import { useLocalised } from '../../../i18n/localised.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { earlierVisits, fellowEyes, pictureAddress, resultAddress } from '../api.ts'
import { ByName } from '../dialogs/copy-sources.tsx'
import { useEditorContext } from '../editor-context.ts'
import classes from './beside.module.css'
import { type Choice, keyOf } from './choices.ts'

const thumbnailWidth = 120

interface Offer {
  readonly choice: Choice
  readonly why: string
  readonly name: string
  readonly image: Pick<Image, 'id' | 'version'>
  /** Over the photograph. */
  readonly result?: number
}

interface BesideDialogProps {
  choices: readonly Choice[]
  onToggle: (choice: Choice) => void
  onClose: () => void
}

/** Chooses up to three views to show beside the image: suggestions first, then images by their name. */
export function BesideDialog({ choices, onToggle, onClose }: BesideDialogProps) {
  const { t } = useTranslation()
  const offers = useOffers()
  const isChosen = (choice: Choice) => choices.some((each) => keyOf(each) === keyOf(choice))
  const image = choices.find(({ kind }) => kind === 'image')
  return (
    <Dialog opened size="lg" title={t('annotations.commands.beside')} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{t('annotations.beside.hint')}</Text>
        {offers.length > 0 && (
          <div className={classes['offers']}>
            {offers.map((offer) => (
              <OfferButton
                key={keyOf(offer.choice)}
                offer={offer}
                isChosen={isChosen(offer.choice)}
                onClick={() => onToggle(offer.choice)}
              />
            ))}
          </div>
        )}
        <ByName
          chosen={image?.kind === 'image' ? String(image.id) : ''}
          onChoose={(id) => onToggle({ kind: 'image', id: Number(id) })}
        />
      </Stack>
    </Dialog>
  )
}

interface OfferButtonProps {
  offer: Offer
  isChosen: boolean
  onClick: () => void
}

function OfferButton({ offer: { why, name, image, result }, isChosen, onClick }: OfferButtonProps) {
  return (
    <UnstyledButton className={classes['offer'] ?? ''} aria-pressed={isChosen} onClick={onClick}>
      <span className={classes['thumbnail']}>
        <img src={pictureAddress(image, thumbnailWidth)} alt="" />
        {result !== undefined && <img src={resultAddress(result)} alt="" />}
      </span>
      <span className={classes['about']}>
        <Text span size="xs" c="dimmed">
          {why}
        </Text>
        <br />
        {name}
      </span>
    </UnstyledButton>
  )
}

/** What there is for this image: its fellow eye, earlier visits, results, and other readers. */
function useOffers(): Offer[] {
  const { t } = useTranslation()
  const localised = useLocalised()
  const { data, username } = useEditorContext()
  const { image } = data
  const { data: eyes = [] } = useQuery(fellowEyes(image))
  const { data: visits = [] } = useQuery(earlierVisits(image))
  const results = Object.values(image.results).filter(({ has_picture: has }) => has)
  const drawn = data.categories.flatMap(({ annotations }) => annotations)
  const readers = [...new Set(drawn.map(({ creator }) => creator))].filter(
    (name) => name !== '' && name !== username,
  )
  return [
    ...eyes.slice(0, 1).map((eye) => ({
      choice: { kind: 'fellowEye' } as const,
      why: t('annotations.beside.fellowEye'),
      name: eye.file_name,
      image: eye,
    })),
    ...visits.slice(0, 1).map((visit) => ({
      choice: { kind: 'earlierVisit' } as const,
      why: t('annotations.beside.earlierVisit'),
      name: `${visit.studyDate} ${visit.file_name}`,
      image: visit,
    })),
    ...readers.map((name) => ({
      choice: { kind: 'reader', name } as const,
      why: t('annotations.beside.sameWithReader'),
      name,
      image,
    })),
    ...results.map(({ id, kind }) => ({
      choice: { kind: 'result', result: kind } as const,
      why: t('annotations.beside.sameWithResult'),
      name: localised(describedKind(kind).title),
      image,
      result: id,
    })),
  ]
}
