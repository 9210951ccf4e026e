import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { CategoryId } from '#annotation/document'
import type { Photograph } from '#contract/images'

import { useShowCurrentDataset } from '../../api/current-dataset.ts'
import { mayWith } from '../../api/rights.ts'
import { usePresence } from '../../api/live.ts'
import { PageTitle } from '../../ui/page.tsx'
import classes from './annotate-page.module.css'
import type { Annotator } from './annotator.ts'
import type { AnnotatorParts } from './annotator-parts.ts'
import { type AnnotatorData, useOutdateOtherScreens } from './api.ts'
import { EditorContextProvider, type EditorContext } from './editor-context.ts'
import { HelpPart, useHelp } from '../../ui/help.tsx'
import { type Beside, useBeside } from './beside/use-beside.ts'
import { CanvasArea } from './canvas-area.tsx'
import { useCommenting } from './comments/use-commenting.ts'
import type { DialogName } from './commands/command.ts'
import { categoriesNamed, chooseCategory } from './commands/category-commands.ts'
import { hasCommand, releaseCommand, runCommand } from './commands/commands.ts'
import { CategorySearch } from './dialogs/category-search.tsx'
import { CopyDialog } from './dialogs/copy-dialog.tsx'
import { AnnotatorKeys } from './settings/annotator-keys.tsx'
import { SettingsDialog } from './settings/settings-dialog.tsx'
import { SidePanel } from './side-panel.tsx'
import { ToolPanel } from './tools/tool-panel.tsx'
import { GridPanel } from './analysis/grid-panel.tsx'
import { OpenedResult } from './analysis/opened-result.tsx'
import { useAnalysis } from './analysis/use-analysis.ts'
import { ImageSettingsProvider, useImageSettingsOf } from './photograph/use-image-settings.ts'
import { useActivity } from './live/use-activity.ts'
import { useDeletion } from './live/use-deletion.ts'
import { useLiveImage } from './live/use-live-image.ts'
import { usePrefetchCase, usePrefetchNeighbours } from './photograph/use-neighbours.ts'
import { useAddStructure } from './commands/use-add-structure.ts'
import { useGrading } from './commands/use-grading.ts'
import { useSubmittable } from './commands/use-submittable.ts'
import { usePageActions } from './commands/use-page-actions.ts'
import { usePhotograph } from './photograph/use-photograph.ts'
import { useSaveBeforeLeaving } from './saving/use-save-before-leaving.ts'
import { useService } from './service/use-service.tsx'
import { useShortcutKeys } from './commands/use-shortcut-keys.ts'
import { useShortcuts } from './commands/use-shortcuts.ts'
import type { Typed } from './commands/waiting-commands.ts'
import { useLooks } from './tools/use-looks.ts'
import { useToolPreferences } from './tools/use-tool-preferences.ts'

interface WorkspaceProps extends AnnotatorParts {
  annotator: Annotator
  data: AnnotatorData
  isGone: boolean
  username: string
  onMissing: () => void
}

/** The annotator's screen for one image. */
export function Workspace({
  annotator,
  data,
  isGone,
  username,
  onMissing,
  Flags,
  PatientDataButton,
  ValuesForm,
  GradingForm,
  CommentsPanel,
  CommentPins,
  CommentCount,
  WorkPart,
}: WorkspaceProps) {
  const { t } = useTranslation()
  const { image, dataset } = data
  const may = useMemo(() => mayWith(dataset.rights), [dataset.rights])
  const mayAnnotate = may('annotate')
  const presence = useLiveImage(annotator, image, username)
  const [collapsed, setCollapsed] = useState<ReadonlySet<CategoryId>>(new Set())
  const [search, setSearch] = useState('')
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const [searched, setSearched] = useState('')
  const [isGrading, setGrading] = useGrading()
  const commenting = useCommenting()
  const { setSubmittable, submitCase } = useSubmittable()
  const [nextCase, setNextCase] = useState<Photograph | null>(null)
  const beside = useBeside(dialog === 'beside')
  const shownBeside = beside.parts === null ? [] : beside.choices
  const { shortcuts } = useShortcutKeys()
  const { setOpen: openHelp } = useHelp()
  const analysis = useAnalysis(image)
  // The button is pressed at once; the panel, which makes the canvas narrower, follows.
  const openedId = useDeferredValue(analysis.opened)
  const opened = Object.values(image.results).find(({ id }) => id === openedId)
  const { isRunning: isAnalysing, start: analyse, open: openResult } = analysis
  const { isPending: isAnnotating, mutate: annotateByService } = useService(
    annotator,
    data,
    username,
  )
  const page = usePageActions(data)
  const addStructure = useAddStructure(annotator, data, page.tellDisabled)
  usePresence(image.id, data.begunAt)
  useOutdateOtherScreens()
  useActivity(image.id)
  useShowCurrentDataset(dataset)
  useEffect(
    () => annotator.editor.setMode(mayAnnotate ? 'segment' : 'view'),
    [annotator, mayAnnotate],
  )
  useSaveBeforeLeaving(annotator)
  useToolPreferences(annotator.editor)
  useLooks(annotator, image.id)
  const imageSettings = useImageSettingsOf(annotator.stage)
  const { setOpen: setImageSettingsOpen } = imageSettings
  const photograph = usePhotograph(annotator.stage, image)
  usePrefetchNeighbours(image, photograph.state === 'shown')
  usePrefetchCase(nextCase, photograph.state === 'shown')
  const deletion = useDeletion(annotator, data, isGone)
  useEffect(() => {
    if (photograph.state === 'missing' && deletion === null) onMissing()
  }, [photograph.state, deletion, onMissing])

  // Keeps its identity while nothing changes, because all panels render with it.
  const context = useMemo<EditorContext>(
    () => ({
      annotator,
      data,
      username,
      may,
      shortcuts,
      isAnalysing,
      analyse,
      isAnnotating,
      annotateByService,
      collapsed,
      setCollapsed,
      search,
      setSearch,
      openDialog: setDialog,
      openHelp: () => openHelp(true),
      toggleImageSettings: () => setImageSettingsOpen((isOpen) => !isOpen),
      closeResult: () => openResult(null),
      PatientDataButton,
      ValuesForm,
      GradingForm,
      CommentsPanel,
      CommentPins,
      CommentCount,
      commenting,
      WorkPart,
      setSubmittable,
      setNextCase,
      submitCase,
      isGrading,
      setGrading,
      addStructure,
      ...page,
    }),
    [
      annotator,
      data,
      username,
      may,
      shortcuts,
      isAnalysing,
      analyse,
      isAnnotating,
      annotateByService,
      collapsed,
      search,
      openHelp,
      setImageSettingsOpen,
      openResult,
      PatientDataButton,
      ValuesForm,
      GradingForm,
      CommentsPanel,
      CommentPins,
      CommentCount,
      commenting,
      WorkPart,
      setSubmittable,
      submitCase,
      isGrading,
      setGrading,
      addStructure,
      page,
    ],
  )
  const findCategory = ({ text, isEntered }: Typed) => {
    const [best] = categoriesNamed(annotator.editor.state.document.categories, text)
    const mayChoose = hasCommand('findCategory', context)
    if (isEntered && best !== undefined && mayChoose) return chooseCategory(context, best)
    setSearched(text)
    runCommand('findCategory', context)
  }
  useShortcuts(annotator.editor, shortcuts, {
    run: (name, typed) => (typed === undefined ? runCommand(name, context) : findCategory(typed)),
    release: (name) => releaseCommand(name, context),
    isGrading,
  })
  const close = () => {
    setDialog(null)
    setSearched('')
  }
  return (
    <EditorContextProvider value={context}>
      <ImageSettingsProvider value={imageSettings}>
        <PageTitle title={t('annotations.title', { name: image.file_name })} />
        <div className={classes['page']} onMouseDown={keepFocus} role="presentation">
          <ToolPanel />
          <div className={classes['canvases']} data-count={shownBeside.length + 1}>
            <CanvasArea
              photograph={photograph}
              presence={presence}
              deletion={deletion}
              Flags={Flags}
            />
            {beside.parts !== null && shownBeside.length > 0 && (
              <beside.parts.BesideArea choices={shownBeside} onClose={beside.toggle} />
            )}
          </div>
          {opened !== undefined && (
            <OpenedResult key={opened.id} result={opened} onClose={() => openResult(null)} />
          )}
          <GridPanel isBehind={opened !== undefined} />
          <SidePanel openedResult={analysis.opened} onOpenResult={openResult} />
        </div>
        <HelpPart>
          <AnnotatorKeys />
        </HelpPart>
        <WorkspaceDialog name={dialog} searched={searched} beside={beside} onClose={close} />
      </ImageSettingsProvider>
    </EditorContextProvider>
  )
}

interface WorkspaceDialogProps {
  name: DialogName | null
  /** Text typed for the search of a category before its dialog opened. */
  searched: string
  beside: Beside
  onClose: () => void
}

function WorkspaceDialog({ name, searched, beside, onClose }: WorkspaceDialogProps) {
  const { choices, toggle, parts } = beside
  if (name === 'beside' && parts !== null) {
    return <parts.BesideDialog choices={choices} onToggle={toggle} onClose={onClose} />
  }
  if (name === 'settings') return <SettingsDialog onClose={onClose} />
  if (name === 'copyAnnotations') return <CopyDialog onClose={onClose} />
  if (name === 'findCategory') return <CategorySearch typed={searched} onClose={onClose} />
  return null
}

/** Clicking a button takes the focus from a text field, but not the keys from the canvas. */
function keepFocus(event: React.MouseEvent): void {
  if (!(event.target instanceof Element) || event.target.closest('button') === null) return
  event.preventDefault()
  if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
}
