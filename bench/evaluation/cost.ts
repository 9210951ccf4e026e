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
    text: `${table(['Photograph', ...parts.map((part) => `${part}, s`), 'All, s', 'Peak memory here, MB', 'Peak memory of the networks, MB'], rows)}

The field of one photograph of IDRiD in squares of 1, 4 and 12 megapixels, decoded; the second of two runs in fresh processes, with ${cpus().length} processors (${cpus()[0]?.model.trim() ?? 'unknown'}) shared with other work while this was measured: seconds are upper bounds. Memory is the greatest resident size of the process that computes here (60 MB of it Node.js itself, and the photograph) and of the one that runs the networks.`,
  }
}

async function measureCost(side: number): Promise<Cost> {
  const program = path.join(import.meta.dirname, 'cost-process.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program, String(side)])
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Cost
}
