import { open, stat } from 'node:fs/promises'

import type { Client } from 'pg'
import { z } from 'zod'

/** A statement whose plan reads a whole table. */
export interface WholeScan {
  readonly table: string
  readonly statement: string
}

const Node = z.looseObject({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  get Plans() {
    return z.array(Node).optional()
  },
})
type Node = z.infer<typeof Node>

const Explained = z.object({ 'Query Text': z.string(), Plan: Node })

/** Writes the plan of every statement of new connections into the server's log. */
export async function logPlans(database: Client): Promise<void> {
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_format': 'json',
    'auto_explain.log_nested_statements': 'on',
  }
  await database.query(`load 'auto_explain'`)
  for (const [name, value] of Object.entries(settings))
    await database.query(`alter database postgres set ${name} = '${value}'`)
  await database.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname is not null and pid <> pg_backend_pid()',
  )
}

/** The scans of whole tables, of these, among the plans that some work adds to the log. */
export async function wholeScansOf(
  log: string,
  tables: ReadonlySet<string>,
  work: () => Promise<unknown>,
): Promise<WholeScan[]> {
  for (let tries = 1; ; tries += 1) {
    const plans = plansIn(await addedTo(log, work))
    if (plans === null && tries < mostTries) continue
    if (plans === null) throw new Error('The log of plans cannot be read.')
    return plans.flatMap(({ Plan: plan, 'Query Text': statement }) =>
      scannedBy(plan)
        .filter((table) => tables.has(table))
        .map((table) => ({ table, statement })),
    )
  }
}

/** Connections that log at the same time may cut each other's lines. */
const mostTries = 20

async function addedTo(log: string, work: () => Promise<unknown>): Promise<string> {
  const { size: from } = await stat(log)
  await work()
  const { size } = await stat(log)
  await using file = await open(log)
  const { buffer } = await file.read(Buffer.alloc(size - from), 0, size - from, from)
  return buffer.toString()
}

/** A plan follows its line with a tab before each of its lines. Null if one was cut. */
function plansIn(text: string): z.infer<typeof Explained>[] | null {
  const plans = text.matchAll(/ {2}plan:\n((?:\t.*\n)+)/g)
  try {
    return Array.from(plans, ([, plan = '']) =>
      Explained.parse(JSON.parse(plan.replaceAll('\t', ' '))),
    )
  } catch {
    return null
  }
}

function scannedBy(node: Node): string[] {
  const own = node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : []
  return [...own, ...(node.Plans ?? []).flatMap((inner) => scannedBy(inner))]
}
