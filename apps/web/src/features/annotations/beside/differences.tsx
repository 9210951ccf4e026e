import { useQueries } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'

import { areasBeside } from '#annotation/areas-beside'
import { measuringKinds } from '#contract/results/kinds'
import { measuredEye } from '#report/measures'
import { measuresBeside } from '#report/measures-beside'

import { reader } from '../../../i18n/format.ts'
import { IconArrowsDiff } from '../../../ui/icons.ts'
import { useStoredSwitch } from '../../../ui/use-stored.ts'
import { type AnnotatorData, resultNumbers } from '../api.ts'
import { useEditorContext } from '../editor-context.ts'
import { useEditorLater } from '../use-editor.ts'
import classes from './differences.module.css'
import { contentFor } from './read-only-stage.ts'

/** What differs between the image in work and another one: measures and areas of categories. */
export function Differences({ other }: { other: AnnotatorData }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useStoredSwitch('differences beside are shown')
  return (
    <details
      className={classes['differences']}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <IconArrowsDiff size={16} aria-hidden />
        {t('annotations.beside.differences.title')}
      </summary>
      {isOpen && (
        <div className={classes['tables']}>
          <MeasureTable other={other} />
          <AreaTable other={other} />
        </div>
      )}
    </details>
  )
}

function MeasureTable({ other }: { other: AnnotatorData }) {
  const { t } = useTranslation()
  const here = useMeasuredEye(useEditorContext().data)
  const there = useMeasuredEye(other)
  if (here === 'loading' || there === 'loading') return <p>{t('common.loading')}</p>
  if (here === 'failed' || there === 'failed') return <p role="alert">{t('analysis.loadFailed')}</p>
  if (here === null || there === null) {
    return <p>{t('annotations.beside.differences.notMeasured')}</p>
  }
  const rows = measuresBeside(here, there, reader())
  if (rows.length === 0) return <p>{t('annotations.beside.differences.noCommonMeasure')}</p>
  return (
    <>
      <Table title={t('annotations.beside.differences.measures')}>
        {[...Map.groupBy(rows, ({ group }) => group)].map(([group, ofGroup]) => (
          <tbody key={group}>
            <tr>
              <th colSpan={3} scope="rowgroup" className={classes['group']}>
                {group}
              </th>
            </tr>
            {ofGroup.map(({ key, explained, ...row }) => (
              <Row key={key} {...row}>
                <span>
                  {row.isLarger
                    ? t('annotations.beside.differences.larger', { explained })
                    : t('annotations.beside.differences.within', { explained })}
                </span>
              </Row>
            ))}
          </tbody>
        ))}
      </Table>
      <p>{t('annotations.beside.differences.uncertainty')}</p>
    </>
  )
}

/** All measurements of an image by its current results; null if there are none. */
function useMeasuredEye({ image }: AnnotatorData) {
  const results = Object.values(image.results).filter(({ kind }) =>
    measuringKinds.some(({ id }) => id === kind),
  )
  const queries = useQueries({ queries: results.map(({ id }) => resultNumbers(id)) })
  if (queries.some(({ isError }) => isError)) return 'failed'
  if (queries.some(({ isPending }) => isPending)) return 'loading'
  return measuredEye(
    Object.fromEntries(results.map(({ kind }, i) => [kind, queries[i]?.data] as const)),
  )
}

function AreaTable({ other }: { other: AnnotatorData }) {
  const { t } = useTranslation()
  const { annotator } = useEditorContext()
  const here = useEditorLater(annotator.editor, (state) => state.document)
  const there = useMemo(() => contentFor(other, 'all'), [other])
  const rows = useMemo(() => areasBeside(here, there), [here, there])
  if (rows.length === 0) return <p>{t('annotations.beside.differences.noAreas')}</p>
  return (
    <Table title={t('annotations.beside.differences.areas')}>
      <tbody>
        {rows.map(({ category, ...row }) => (
          <Row key={category.name} name={category.name} {...row} />
        ))}
      </tbody>
    </Table>
  )
}

function Table({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">
            {t('annotations.beside.differences.here')}
            <span>{t('annotations.beside.differences.there')}</span>
          </th>
          <th scope="col">{t('annotations.beside.differences.difference')}</th>
        </tr>
      </thead>
      {children}
    </table>
  )
}

interface RowProps {
  name: string
  here: string
  there: string
  difference: string
  isLarger?: boolean
  children?: ReactNode
}

function Row({ name, here, there, difference, isLarger = false, children }: RowProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        {here}
        <span>{there}</span>
      </td>
      <td className={isLarger ? classes['larger'] : undefined}>
        {difference}
        {children}
      </td>
    </tr>
  )
}
