import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { AnnotationCanvas } from '../../../canvas/annotation-canvas.tsx'
import { joinStages } from '../../../canvas/joined-stages.ts'
import type { SetPlace } from '../../../canvas/register-worker.ts'
import type { Stage } from '../../../canvas/stage.ts'
import { keysOf } from '../../../ui/keys.ts'
import { useStoredSwitch } from '../../../ui/use-stored.ts'
import type { AnnotatorData } from '../api.ts'
import { useEditorContext } from '../editor-context.ts'
import { viewOf } from '../photograph/image-settings.ts'
import { useImageSettings } from '../photograph/use-image-settings.ts'
import { usePhotograph, useResultPicture } from '../photograph/use-photograph.ts'
import { useEditor } from '../use-editor.ts'
import classes from './beside.module.css'
import { Registration } from './registration.tsx'
import { useRegistration } from './use-registration.ts'
import { contentFor, type Drawn, openStage, showAs, showContent } from './read-only-stage.ts'

interface PhotographProps {
  data: AnnotatorData
  drawn: Drawn
  /** A result over the photograph, or null. */
  result: number | null
  isJoined: boolean
  title: string
  /** Whether it may show the eye in work, so that the two can be registered. */
  mayBeSameEye: boolean
}

/** A photograph to look at, with the same view filters as the one in work. */
export function Photograph(props: PhotographProps) {
  const { data, drawn, result, isJoined, title, mayBeSameEye } = props
  const { t } = useTranslation()
  const { annotator } = useEditorContext()
  const { settings } = useImageSettings()
  const content = useMemo(() => contentFor(data, drawn), [data, drawn])
  const [stage] = useState(() => openStage(content))
  useEffect(() => showContent(stage, content), [stage, content])
  const { state } = usePhotograph(stage, data.image)
  const hasFailed = state === 'failed' || state === 'missing'
  useEffect(() => {
    stage.setView(viewOf(settings))
    stage.setAnnotationOpacity(settings.annotationOpacity / 100)
  }, [stage, settings])
  const preferences = useEditor(annotator.editor, (current) => current.preferences)
  const looks = useEditor(annotator.editor, (current) => current.looks)
  useEffect(() => showAs(stage, { preferences, looks }), [stage, preferences, looks])
  useEffect(() => annotator.stage.lead(stage), [annotator.stage, stage])
  const [isWanted, setWanted] = useStoredSwitch('photographs are registered')
  const [places, setPlaces] = useState<readonly SetPlace[] | null>(null)
  const answer = useRegistration(data.image, stage, {
    isWanted: mayBeSameEye && isWanted,
    places,
  })
  const map = answer?.kind === 'registered' ? answer.map : null
  useEffect(
    () => (isJoined ? joinStages(annotator.stage, stage, map) : undefined),
    [annotator.stage, stage, isJoined, map],
  )
  const { file_name: name } = data.image
  return (
    <div
      className={classes['view']}
      role="presentation"
      onKeyDown={isJoined ? undefined : (event) => move(stage, event)}
    >
      <AnnotationCanvas stage={stage} label={`${title}: ${name}`} />
      {result !== null && !hasFailed && <Result stage={stage} id={result} />}
      <span className={classes['file']}>{name}</span>
      {mayBeSameEye && !hasFailed && (
        <Registration
          other={data.image}
          beside={stage}
          answer={answer}
          isWanted={isWanted}
          setWanted={(isOn) => {
            setPlaces(null)
            setWanted(isOn)
          }}
          onPlaces={setPlaces}
        />
      )}
      {hasFailed && (
        <p className={classes['note']} role="alert">
          {t('annotations.pictureFailed')}
        </p>
      )}
    </div>
  )
}

function Result({ stage, id }: { stage: Stage; id: number }) {
  const { t } = useTranslation()
  const failed = useResultPicture(stage, id)
  return (
    failed && (
      <p className={classes['note']} role="alert">
        {t('annotations.resultFailed')}
      </p>
    )
  )
}

const moves: Readonly<Record<string, (stage: Stage) => void>> = {
  c: (stage) => stage.fit(),
  '=': (stage) => stage.zoomBy(1),
  '+': (stage) => stage.zoomBy(1),
  '-': (stage) => stage.zoomBy(-1),
  'Mod+ArrowLeft': (stage) => stage.look(-1, 0),
  'Mod+ArrowRight': (stage) => stage.look(1, 0),
  'Mod+ArrowUp': (stage) => stage.look(0, -1),
  'Mod+ArrowDown': (stage) => stage.look(0, 1),
}

/** Keys move the photograph that has the focus, if the photographs move apart. */
function move(stage: Stage, event: KeyboardEvent): void {
  const act = moves[keysOf(event.nativeEvent) ?? '']
  if (act === undefined) return
  event.preventDefault()
  event.stopPropagation()
  act(stage)
}
