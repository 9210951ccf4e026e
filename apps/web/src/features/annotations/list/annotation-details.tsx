import { ActionIcon, SegmentedControl, Select, Text, Tooltip } from '@mantine/core'
import { memo, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { extentOf } from '#annotation/commands'
import type { Annotation, AnnotationDocument, AnnotationId, CategoryId } from '#annotation/document'
import { areaText, lengthText, type Scale, scaleOf, type Unit, unitsOf } from '#annotation/scale'
import { generalSettings } from '#annotation/view'
import { type Box, boxOf } from '#geometry/box'
import { boxOfLines, lengthOfLines } from '#geometry/line'
import { area, perimeter } from '#geometry/polygon'

import { useWords } from '../../../i18n/words.ts'
import { IconCopy, IconCopyPlus, IconTrash } from '../../../ui/icons.ts'
import classes from './annotation-details.module.css'
import { useEditorContext } from '../editor-context.ts'
import { useCommandLabel } from '../commands/command-button.tsx'
import { type CommandName, hasCommand, runCommand } from '../commands/commands.ts'
import { AnnotationFields } from './annotation-fields.tsx'
import { placeInCategory } from './list-rows.ts'
import { originText } from './origin-text.ts'
import { ShapeMenu } from './shape-menu.tsx'
import { recategorise } from '../commands/selection-commands.ts'
import { useEditor, useEditorLater } from '../use-editor.ts'

/**
 * Details of the selection: category, actions and size. While nothing is selected, it is rendered invisibly
 * for any annotation, so that the first click need not build it.
 */
export function AnnotationDetails() {
  const { editor } = useEditorContext().annotator
  const document = useEditorLater(editor, (state) => state.document)
  const selected = useEditorLater(editor, (state) => state.selected)
  return <Details document={document} selected={selected} />
}

interface DetailsProps {
  document: AnnotationDocument
  selected: readonly AnnotationId[]
}

const Details = memo(function Details({ document, selected }: DetailsProps) {
  const { t } = useTranslation()
  const isAny = selected.some((id) => document.annotations.has(id))
  const shown = isAny ? selected : [...document.annotations.keys()].slice(0, 1)
  const annotations = shown.flatMap((id) => document.annotations.get(id) ?? [])
  const [first, ...others] = annotations
  if (first === undefined) return null
  const category = document.categories.get(first.categoryId)?.name ?? ''
  const title =
    others.length === 0
      ? t('annotations.annotationOf', { category, number: placeInCategory(document, first) })
      : t('annotations.selected', { count: annotations.length })
  const origin = others.length === 0 ? originText(first.origin, t) : ''
  return (
    <section className={classes['part']} aria-label={t('annotations.details')} hidden={!isAny}>
      <header className={classes['head']}>
        <h2 title={title}>{title}</h2>
        <Actions />
      </header>
      <CategoryOfAll
        categories={document.categories}
        common={
          others.every(({ categoryId }) => categoryId === first.categoryId)
            ? first.categoryId
            : null
        }
      />
      <Measures document={document} annotations={annotations} />
      {others.length === 0 && <AnnotationFields annotation={first} />}
      {origin !== '' && (
        <Text size="xs" c="dimmed">
          {origin}
        </Text>
      )}
    </section>
  )
})

const Actions = memo(function Actions() {
  return (
    <>
      <ActionButton name="copy" icon={<IconCopy size={16} />} />
      <ActionButton name="duplicate" icon={<IconCopyPlus size={16} />} />
      <ActionButton name="deleteAnnotation" icon={<IconTrash size={16} />} />
      <ShapeMenu />
    </>
  )
})

function ActionButton({ name, icon }: { name: CommandName; icon: ReactNode }) {
  const context = useEditorContext()
  const label = useCommandLabel(name)
  if (!hasCommand(name, context)) return null
  return (
    <Tooltip label={label}>
      <ActionIcon size={24} aria-label={label} onClick={() => runCommand(name, context)}>
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}

interface CategoryOfAllProps {
  categories: AnnotationDocument['categories']
  /** Null if the selection has several categories. */
  common: CategoryId | null
}

const CategoryOfAll = memo(function CategoryOfAll({ categories, common }: CategoryOfAllProps) {
  const { t } = useTranslation()
  const context = useEditorContext()
  const input = useRef<HTMLInputElement>(null)
  const choose = (value: string | null) => {
    if (value !== null) recategorise(context, Number(value))
    // Returns the keys to the commands, such as undo for this change.
    input.current?.blur()
  }
  return (
    <Select
      ref={input}
      size="xs"
      aria-label={t('annotations.categoryOfSelection')}
      placeholder={t('annotations.severalCategories')}
      data={Array.from(categories.values(), ({ id, name }) => ({ value: String(id), label: name }))}
      value={common === null ? null : String(common)}
      allowDeselect={false}
      disabled={!context.may('annotate')}
      searchable={categories.size > 8}
      onChange={choose}
    />
  )
})

interface MeasuresProps {
  document: AnnotationDocument
  annotations: readonly Annotation[]
}

function Measures({ document, annotations }: MeasuresProps) {
  const { t } = useTranslation()
  const words = useWords()
  const { editor } = useEditorContext().annotator
  const preferences = useEditor(editor, (state) => state.preferences)
  const scale = scaleOf(document)
  const units = unitsOf(scale)
  const unit = units.includes(preferences.unit) ? preferences.unit : 'px'
  if (annotations.every((annotation) => extentOf(annotation) === null)) return null
  return (
    <>
      {units.length > 1 && (
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label={words(generalSettings.unit.label)}
          data={[...units]}
          value={unit}
          onChange={(value) => editor.setView({ preferences: { ...preferences, unit: value } })}
        />
      )}
      <dl className={classes['measures']}>
        {measuresOf(annotations, { unit, scale }).map(([name, value]) => (
          <Measure key={name} name={t(`annotations.${name}`)} value={value} />
        ))}
      </dl>
      {unit === 'µm' && scale.isEstimated && (
        <Text size="xs" c="dimmed">
          {t('annotations.estimated')}
        </Text>
      )}
    </>
  )
}

type MeasureName = 'area' | 'perimeter' | 'lineLength' | 'meanWidth' | 'box'

/** Sizes of annotations together, and those that only one annotation has. */
function measuresOf(
  annotations: readonly Annotation[],
  { unit, scale }: { unit: Unit; scale: Scale },
): (readonly [MeasureName, string])[] {
  const length = (pixels: number) => lengthText(pixels, unit, scale)
  const areas = annotations.reduce((sum, { geometry }) => sum + area(geometry), 0)
  const lines = annotations.reduce((sum, each) => sum + lengthOfLines(each.lines), 0)
  const only = annotations.length === 1 ? annotations[0] : undefined
  const box = only === undefined ? null : sizeOf(only)
  const measures: (readonly [MeasureName, string | false | undefined])[] = [
    ['area', areas > 0 && areaText(areas, unit, scale)],
    ['perimeter', areas > 0 && only && length(perimeter(only.geometry))],
    ['lineLength', lines > 0 && length(lines)],
    ['meanWidth', lines > 0 && areas > 0 && only && length(areas / lines)],
    ['box', box !== null && `${length(box.width)} × ${length(box.height)}`],
  ]
  return measures.flatMap(([name, value]) => (value ? [[name, value] as const] : []))
}

/**
 * The box of an annotation's area, as in the API and in COCO files, else that of its lines, else that of its
 * keypoints; null for a point, which has no size.
 */
function sizeOf(annotation: Annotation): Box | null {
  const box = boxOf(annotation.geometry) ?? boxOfLines(annotation.lines) ?? extentOf(annotation)
  return box === null || (box.width === 0 && box.height === 0) ? null : box
}

function Measure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
