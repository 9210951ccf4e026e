import { NumberInput, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { mostCases, mostSeed } from '#contract/assignments'

/** How images are drawn and dealt; an empty number: all of them, to everybody. */
export interface Draw {
  readonly size: number | ''
  /** Key of the field whose shares the sample keeps. */
  readonly stratum: string | null
  readonly each: number | ''
  /** The number that the draw follows from; empty: a random one. */
  readonly seed: number | ''
}

interface DrawingProps {
  draw: Draw
  fields: readonly { value: string; label: string }[]
  readers: number
  onChange: (draw: Draw) => void
}

/** The size of the sample, how many readers get each image, and the seed of both. */
export function Drawing({ draw, fields, readers, onChange }: DrawingProps) {
  const { t } = useTranslation()
  return (
    <>
      <NumberInput
        label={t('assignments.sample')}
        description={t('assignments.sampleHint')}
        min={1}
        max={mostCases}
        allowDecimal={false}
        value={draw.size}
        onChange={(size) => onChange({ ...draw, size: numberOf(size) })}
      />
      {draw.size !== '' && fields.length > 0 && (
        <Select
          label={t('assignments.stratify')}
          description={t('assignments.stratifyHint')}
          data={[...fields]}
          value={draw.stratum}
          clearable
          onChange={(stratum) => onChange({ ...draw, stratum })}
        />
      )}
      {readers > 1 && (
        <NumberInput
          label={t('assignments.readersPerImage')}
          description={t('assignments.readersPerImageHint')}
          min={1}
          max={readers}
          allowDecimal={false}
          value={draw.each}
          onChange={(each) => onChange({ ...draw, each: numberOf(each) })}
        />
      )}
      <NumberInput
        label={t('assignments.seedNumber')}
        description={t('assignments.seedHint')}
        min={0}
        max={mostSeed}
        allowDecimal={false}
        value={draw.seed}
        onChange={(seed) => onChange({ ...draw, seed: numberOf(seed) })}
      />
    </>
  )
}

/** The number that was entered; empty if none was. */
export function numberOf(entered: string | number): number | '' {
  return typeof entered === 'number' ? entered : ''
}
