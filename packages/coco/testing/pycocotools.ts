import { spawnSync } from 'node:child_process'

const python = process.env['PYCOCOTOOLS_PYTHON'] ?? 'python3'

const isInstalled = spawnSync(python, ['-c', 'import pycocotools.mask']).status === 0

/** Whether pycocotools is installed; reports if it is not. */
export function havePycocotools(): boolean {
  if (isInstalled) return true
  console.warn(
    `SKIPPED: nothing is compared with pycocotools, which ${python} does not have ` +
      '(pip install pycocotools, or name another Python in PYCOCOTOOLS_PYTHON).',
  )
  return false
}

/**
 * Runs Python lines that know `mask` (pycocotools.mask), `coco` (pycocotools.coco), `numpy` and
 * `question`, and set `answer`.
 */
export function askPycocotools(lines: string, question: unknown): unknown {
  const program = [
    'import contextlib, json, sys, numpy',
    'from pycocotools import coco, mask',
    'question = json.load(sys.stdin)',
    'with contextlib.redirect_stdout(sys.stderr):',
    ...lines.split('\n').map((line) => ` ${line}`),
    'print(json.dumps(answer))',
  ].join('\n')
  const run = spawnSync(python, ['-c', program], {
    input: JSON.stringify(question),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (run.status !== 0) throw new Error(run.stderr)
  return JSON.parse(run.stdout)
}
