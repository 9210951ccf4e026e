import { execFile } from 'node:child_process'
import { cpus } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import type { Cost } from './cost-process.ts'
import { fixed, type Section, table, titles } from './page.ts'
import type { Pipeline } from './pipeline.ts'

/** Seconds and memory of a whole analysis, each size in fresh processes. */
export async function evaluateCost(pipeline: Pipeline): Promise<Section> {
  const rows = []
  for (const side of [1000, 2000, 3464]) {
    const cost = await measureCost(side)
    rows.push([
      `${cost.width} x ${cost.height}`,
      ...cost.parts.map(({ seconds }) => fixed(seconds, 2)),
      fixed(cost.seconds, 2),
      Math.round(cost.ownMegabytes),
      Math.round(cost.networkMegabytes),
    ])
    pipeline.say(`cost: ${side} x ${side}`)
  }
  const parts = ['Field and quality', 'Networks and landmarks', 'Measures']
  return {
    title: titles.cost,
    text: `${table(['Photograph', ...parts.map((part) => `${part}, s`), 'All, s', 'Peak memory of measuring, MB', 'Peak memory of the networks, MB'], rows)}

The field of one photograph of IDRiD in squares of 1, 4 and 12 megapixels, decoded; second of two runs in new processes, with ${cpus().length} processors (${cpus()[0]?.model.trim() ?? 'unknown'}) shared with other work during the measurement: seconds are upper bounds. Memory is the maximum resident size of the measuring process (including 60 MB for Node.js, and the photograph) and of the process that runs the networks.`,
  }
}

async function measureCost(side: number): Promise<Cost> {
  const program = path.join(import.meta.dirname, 'cost-process.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program, String(side)])
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Cost
}
