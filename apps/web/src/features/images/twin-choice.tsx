import { Badge, Button, Group, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { chooseTwin, type Twin } from '#contract/twins'

import { Loading } from '../../ui/loading.tsx'
import { useMay } from '../../api/rights.ts'
import { dicomTagNames } from '../../i18n/dicom-tags.ts'
import { momentText } from '../../i18n/time.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { patientNameIn } from '../../i18n/patient-name.ts'
import { useTold } from '../../i18n/told.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { Thumbnail } from '../../ui/thumbnail.tsx'
import { thumbnailAddress, twinsOf, useChooseTwin } from './api.ts'
import classes from './twin-choice.module.css'

interface TwinChoiceProps {
  id: number
  onClose: () => void
}

/** The images with the same SOP Instance UID side by side; the user chooses the one to use. */
export function TwinChoice({ id, onClose }: TwinChoiceProps) {
  const { t } = useTranslation()
  const query = useQuery(twinsOf(id))
  const { data } = query
  if (data === undefined) {
    return (
      <>
        <QueryFailed title={t('twins.loadFailed')} query={query} />
        {query.isPending && <Loading size="sm" />}
      </>
    )
  }
  return (
    <Stack gap="md">
      <Text size="sm">{t('twins.means')}</Text>
      <ul className={classes['images']}>
        {data.images.map((image) => (
          <Candidate key={image.id} image={image} onChosen={onClose} />
        ))}
      </ul>
      {data.same_data ? (
        <Text size="sm">{t('twins.sameData')}</Text>
      ) : (
        <Differences images={data.images} />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('twins.later')}
        </Button>
      </Group>
    </Stack>
  )
}

const colours = { counts: 'green', undecided: 'orange', set_aside: 'gray' } as const

function Candidate({ image, onChosen }: { image: Twin; onChosen: () => void }) {
  const { t } = useTranslation()
  const { told } = useTold()
  const may = useMay()
  const choose = useChooseTwin(image)
  const { id, file_name: name, twin } = image
  const standing = twin?.standing ?? 'counts'
  const isSettled = standing === 'counts' && twin?.is_open !== true
  const from = image.received_from || t('twins.station')
  return (
    <li className={classes['image']} aria-label={`${id} ${name}`}>
      <Thumbnail
        address={image.missing || image.undecodable !== '' ? null : thumbnailAddress(image)}
        none={image.missing ? t('images.missing') : told(image.undecodable_told)}
        failed={t('images.thumbnailFailed')}
      />
      <Group gap="xs" justify="space-between">
        <Text fw={600}>{t('twins.image', { id })}</Text>
        <Badge variant="light" color={colours[standing]} tt="none">
          {t(`twins.standings.${standing}`)}
        </Badge>
      </Group>
      <Facts
        facts={[
          [t('table.fileName'), name],
          [t('table.patientName'), patientNameIn(currentLanguage(), image)],
          [t('table.patientID'), image.patientID],
          [t('table.studyDays'), image.studyDate],
          [t('twins.received'), `${momentText(image.received_at)}, ${from}`],
          [t('table.analysis'), told(image.prediction_told)],
          [t('twins.annotations'), String(image.numberAnnotations)],
        ]}
      />
      {may(chooseTwin) && (
        <Button
          mt="auto"
          variant={isSettled ? 'default' : 'filled'}
          disabled={isSettled}
          loading={choose.isPending}
          onClick={() => choose.mutate({ params: { id } }, { onSuccess: onChosen })}
        >
          {t('twins.choose', { id })}
        </Button>
      )}
    </li>
  )
}

/** The attributes in which the images differ. */
function Differences({ images }: { images: readonly Twin[] }) {
  const { t } = useTranslation()
  const tags = differingTags(images)
  if (tags.length === 0) return <Text size="sm">{t('twins.sameAttributes')}</Text>
  return (
    <DataTable
      label={t('twins.differences')}
      columns={[
        { title: t('twins.attribute') },
        ...images.map(({ id }) => ({ title: t('twins.image', { id }) })),
      ]}
      rows={tags.map((tag) => (
        <Table.Tr key={tag}>
          <Table.Td>
            {dicomTagNames[tag]} <code>{`(${tag.slice(0, 4)},${tag.slice(4)})`}</code>
          </Table.Td>
          {images.map(({ id, dicomMeta }) => (
            <Table.Td key={id}>{dicomMeta[tag] ?? ''}</Table.Td>
          ))}
        </Table.Tr>
      ))}
    />
  )
}

/** All differing tags except the file meta group, which every writer of a file creates itself. */
function differingTags(images: readonly Twin[]): string[] {
  const tags = new Set(images.flatMap(({ dicomMeta }) => Object.keys(dicomMeta)))
  return [...tags]
    .filter((tag) => !tag.startsWith('0002'))
    .filter((tag) => new Set(images.map(({ dicomMeta }) => dicomMeta[tag])).size > 1)
    .toSorted()
}
