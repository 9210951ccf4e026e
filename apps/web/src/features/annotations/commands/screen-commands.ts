import { newGrid } from '#annotation/grid-view'
import { withoutHidden } from '#annotation/looks'

import type { Command, CommandContext } from './command.ts'
import { usualHelpKeys } from '../../../ui/help.tsx'
import type { Stage } from '../../../canvas/stage.ts'
import type { Keys } from '../../../ui/keys.ts'

const always = () => true

/** Whether any annotation is hidden, or any is shown. Runs at every change. */
function isAny(seen: 'hidden' | 'shown', { annotator: { editor } }: CommandContext): boolean {
  const { document, hidden } = editor.state
  if (hidden.size === 0) return seen === 'shown' && document.annotations.size > 0
  for (const id of document.annotations.keys()) {
    if (hidden.has(id) === (seen === 'hidden')) return true
  }
  return false
}

/** Whether the dataset has an annotation service. */
function hasService({ data }: CommandContext): boolean {
  const { annotate_url: address } = data.dataset
  return typeof address === 'string' && address.length > 2
}

function look(key: Keys, right: number, down: number): Command {
  return { keys: [key], enabled: always, run: ({ annotator }) => annotator.stage.look(right, down) }
}

/** A different view for as long as a key is held down. */
function peek(key: Keys, set: (stage: Stage, isHeld: boolean) => void): Command {
  return {
    keys: [key],
    enabled: always,
    run: ({ annotator }) => set(annotator.stage, true),
    release: ({ annotator }) => set(annotator.stage, false),
  }
}

/** Commands of the screen: those of the view, and those that a dialog or a service completes. */
export const screenCommands = {
  centre: { keys: ['c'], enabled: always, run: ({ annotator }) => annotator.stage.fit() },
  zoomIn: { keys: ['=', '+'], enabled: always, run: ({ annotator }) => annotator.stage.zoomBy(1) },
  zoomOut: { keys: ['-'], enabled: always, run: ({ annotator }) => annotator.stage.zoomBy(-1) },
  lookLeft: look('Mod+ArrowLeft', -1, 0),
  lookRight: look('Mod+ArrowRight', 1, 0),
  lookUp: look('Mod+ArrowUp', 0, -1),
  lookDown: look('Mod+ArrowDown', 0, 1),
  peekOriginal: peek('q', (stage, isHeld) => stage.peek('original', isHeld)),
  peekRedFree: peek('g', (stage, isHeld) => stage.peek('redFree', isHeld)),
  peekCompared: peek('u', (stage, isHeld) => stage.comparison.peek(isHeld)),
  peekWithoutAnnotations: peek('h', (stage, isHeld) => stage.peek('withoutAnnotations', isHeld)),
  imageSettings: {
    keys: ['Shift+i'],
    enabled: always,
    run: ({ toggleImageSettings }) => toggleImageSettings(),
  },
  minimap: {
    keys: ['Shift+n'],
    enabled: always,
    run: ({ annotator: { editor } }) => {
      const { preferences } = editor.state
      editor.setView({ preferences: { ...preferences, minimap: !preferences.minimap } })
    },
    isOn: ({ annotator }) => annotator.editor.state.preferences.minimap,
  },
  beside: {
    keys: ['Shift+b'],
    enabled: always,
    run: ({ openDialog }) => openDialog('beside'),
  },
  grade: {
    keys: ['Shift+g'],
    needs: 'annotate',
    enabled: ({ data }) => data.fields.some(({ field }) => field.subject !== 'annotation'),
    run: ({ isGrading, setGrading }) => setGrading(!isGrading),
    reason: () => 'needsFields',
    isOn: ({ isGrading }) => isGrading,
  },
  etdrsGrid: {
    keys: ['y'],
    enabled: always,
    run({ annotator: { editor }, closeResult }) {
      const isShown = editor.state.grid !== null
      editor.setView({ grid: isShown ? null : newGrid })
      // The panel of the grid takes its place.
      if (!isShown) closeResult()
    },
    isOn: ({ annotator }) => annotator.editor.state.grid !== null,
  },
  showAll: {
    keys: ['Shift+a'],
    enabled: (context) => isAny('hidden', context),
    run: ({ annotator: { editor } }) =>
      editor.setView({ hidden: new Set(), looks: withoutHidden(editor.state.looks) }),
  },
  hideAll: {
    keys: ['Shift+h'],
    enabled: (context) => isAny('shown', context),
    run: ({ annotator: { editor } }) =>
      editor.setView({ hidden: new Set(editor.state.document.annotations.keys()) }),
  },
  showSelectedOnly: {
    keys: [],
    enabled: ({ annotator }) => annotator.editor.state.selection !== null,
    run: ({ annotator: { editor } }) => {
      const { document, selection } = editor.state
      const others = [...document.annotations.keys()].filter((id) => id !== selection)
      editor.setView({ hidden: new Set(others) })
    },
    reason: () => 'needsAnnotation',
  },
  expandAll: {
    keys: [],
    enabled: ({ collapsed }) => collapsed.size > 0,
    run: ({ setCollapsed }) => setCollapsed(new Set()),
  },
  collapseAll: {
    keys: [],
    enabled: ({ annotator, collapsed }) =>
      collapsed.size < annotator.editor.state.document.categories.size,
    run: ({ annotator, setCollapsed }) =>
      setCollapsed(new Set(annotator.editor.state.document.categories.keys())),
  },
  annotateByService: {
    keys: [],
    needs: 'annotate',
    enabled: (context) => hasService(context) && !context.isAnnotating,
    run: (context) => context.annotateByService(),
  },
  copyAnnotations: {
    keys: [],
    needs: 'annotate',
    enabled: always,
    run: ({ openDialog }) => openDialog('copyAnnotations'),
  },
  help: { keys: usualHelpKeys, enabled: always, run: ({ openHelp }) => openHelp() },
  settings: { keys: ['Mod+,'], enabled: always, run: ({ openDialog }) => openDialog('settings') },
} as const satisfies Record<string, Command>
