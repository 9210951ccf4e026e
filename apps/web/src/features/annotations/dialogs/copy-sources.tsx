import { Group, Select, Text, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'

import { fellowEyes, imagesNamed, pictureAddress, sourceImage } from '../api.ts'
import { useEditorContext } from '../editor-context.ts'
import { lastLeftImage } from '../kept-images.ts'
import classes from './copy-dialog.module.css'

const thumbnailWidth = 120
/** Milliseconds without typing after which images are looked up. */
const typingPause = 300

interface CopySourcesProps {
  chosen: string
  onChoose: (id: string) => void
}

/** Images whose annotations one may want here: the fellow eye, the last image, or one by its name. */
export function CopySources({ chosen, onChoose }: CopySourcesProps) {
  const { t } = useTranslation()
  const { data, username } = useEditorContext()
  const { image } = data
  const { data: eyes = [] } = useQuery(fellowEyes(image))
  const lastId = lastLeftImage(username, image.id)
  const last = useQuery({ ...sourceImage(lastId ?? 0), enabled: lastId !== null })
  const offered = [
    ...eyes.map((eye) => ({ why: 'fellowEye', image: eye }) as const),
    // One that is gone, or may no longer be seen, is not offered.
    ...(last.isSuccess ? [{ why: 'last', image: last.data.image } as const] : []),
  ]
  return (
    <>
      {offered.length > 0 && (
        <Group gap="xs">
          {offered.map(({ why, image: source }) => (
            <UnstyledButton
              key={`${why} ${source.id}`}
              className={classes['offer'] ?? ''}
              aria-pressed={chosen === String(source.id)}
              onClick={() => onChoose(String(source.id))}
            >
              <img src={pictureAddress(source, thumbnailWidth)} alt="" />
              <span className={classes['about']}>
                <Text span size="xs" c="dimmed">
                  {t(`annotations.copy.${why}`)}
                </Text>
                <br />
                {source.file_name}
              </span>
            </UnstyledButton>
          ))}
        </Group>
      )}
      <ByName chosen={chosen} onChoose={onChoose} />
    </>
  )
}

/** An image of the dataset by a part of its file name. */
export function ByName({ chosen, onChoose }: CopySourcesProps) {
  const { t } = useTranslation()
  const { image } = useEditorContext().data
  const [text, setText] = useState('')
  const [sought] = useDebouncedValue(text, typingPause)
  const { data: found = [] } = useQuery(imagesNamed(image, sought))
  const byId = new Map(found.map((each) => [String(each.id), each]))
  return (
    <Select
      label={t('annotations.copy.byName')}
      placeholder={t('annotations.copy.partOfName')}
      searchable
      data={found.map(({ id, file_name: name }) => ({ value: String(id), label: name }))}
      // The server has searched already.
      filter={({ options }) => options}
      value={byId.has(chosen) ? chosen : null}
      onSearchChange={setText}
      onChange={(id) => id !== null && onChoose(id)}
      nothingFoundMessage={t('annotations.notFoundInList')}
      renderOption={({ option }) => <Found image={byId.get(option.value)} name={option.label} />}
    />
  )
}

function Found({ image, name }: { image: Image | undefined; name: string }) {
  return (
    <Group gap="xs" wrap="nowrap" className={classes['found'] ?? ''}>
      {image !== undefined && <img src={pictureAddress(image, thumbnailWidth)} alt="" />}
      <span className={classes['about']}>{name}</span>
    </Group>
  )
}
