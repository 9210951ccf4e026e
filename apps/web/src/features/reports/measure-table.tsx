import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { EyeReport } from '#contract/reports'
import { describeMeasures, type MeasureCell, measuredEye, referencePapers } from '#report/measures'

import { ScrollRegion } from '../../ui/scroll-region.tsx'
import classes from './report.module.css'
import { useWriting } from './use-writing.ts'

/** Every measurement with its uncertainty, for each eye, and its reference range. */
export function MeasureTable({ eyes }: { eyes: readonly EyeReport[] }) {
  const { t } = useTranslation()
  const writing = useWriting()
  const { report: words, landmarks, measures } = writing.words
  const measured = eyes.map(({ analysis }) => analysis && measuredEye(analysis.numbers))
  const papers = referencePapers(measured)
  const groups = describeMeasures(measured, writing)
  const hasRanges = groups.some(({ rows }) => rows.some(({ reference }) => reference !== ''))
  return (
    <>
      <ScrollRegion label={t('report.measureCaption')} className={classes['scroll']}>
        <table className={classes['measures']}>
          <thead>
            <tr>
              <th scope="col">{words.measure}</th>
              {eyes.map(({ image, eye }) => (
                <th key={image.id} scope="col">
                  {eye === 'unknown' ? words.eyeUnknown : landmarks[eye]}
                </th>
              ))}
              {hasRanges && <th scope="col">{words.reference}</th>}
            </tr>
          </thead>
          {groups.map(({ title, rows }) => (
            <tbody key={title}>
              <tr>
                <th scope="rowgroup" colSpan={eyes.length + (hasRanges ? 2 : 1)}>
                  {title}
                </th>
              </tr>
              {rows.map(({ key, name, long, cells, reference }) => (
                <tr key={key}>
                  <th scope="row">
                    {name}
                    {long !== '' && <span className={classes['long']}>{long}</span>}
                  </th>
                  {cells.map((cell, i) => (
                    <Cell key={eyes[i]?.image.id ?? i} cell={cell} />
                  ))}
                  {hasRanges && <td>{reference}</td>}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </ScrollRegion>
      <Text size="xs" c="dimmed" mt="xs">
        {measures.uncertainty} {papers.length > 0 && measures.sources}
      </Text>
      {papers.map((paper) => (
        <Text key={paper} size="xs" c="dimmed">
          {paper}
        </Text>
      ))}
    </>
  )
}

function Cell({ cell }: { cell: MeasureCell | null }) {
  if (cell === null) return <td>–</td>
  return (
    <td data-outside={cell.isOutside || undefined} data-none={!cell.isMeasured || undefined}>
      {cell.text}
      {cell.note !== '' && <span className={classes['long']}>{cell.note}</span>}
    </td>
  )
}
