import { Button, Group, NumberInput, Slider, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'

import { frameAddress, useChooseFrame } from './api.ts'
import classes from './frame-choice.module.css'

/** Shows the frames of an image's file, and makes one of them the image's picture. */
export function FrameChoice({ image, onClose }: { image: Image; onClose: () => void }) {
  const { t } = useTranslation()
  const [frame, setFrame] = useState(image.frame)
  const [looked, setLooked] = useState(image.frame)
  const choose = useChooseFrame(image)
  const { frames } = image
  const look = (wanted: number) => {
    setFrame(wanted)
    setLooked(wanted)
  }
  const save = async () => {
    await choose.mutateAsync({ params: { id: image.id }, body: { frame } })
    onClose()
  }
  return (
    <Stack gap="sm">
      <Text size="sm">{t('images.frameHint', { frames })}</Text>
      <img
        className={classes['picture']}
        src={frameAddress(image, looked)}
        alt={t('images.frameOf', { frame: looked, frames })}
      />
      <Group gap="md" wrap="nowrap">
        <Slider
          className={classes['slider'] ?? ''}
          min={1}
          max={frames}
          value={frame}
          label={null}
          thumbLabel={t('images.frame')}
          onChange={setFrame}
          onChangeEnd={setLooked}
        />
        <NumberInput
          w={110}
          min={1}
          max={frames}
          allowDecimal={false}
          clampBehavior="strict"
          aria-label={t('images.frame')}
          value={frame}
          onChange={(value) => {
            if (typeof value === 'number' && value >= 1) look(value)
          }}
        />
      </Group>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button loading={choose.isPending} onClick={() => void save().catch(() => undefined)}>
          {t('images.useFrame', { frame })}
        </Button>
      </Group>
    </Stack>
  )
}
